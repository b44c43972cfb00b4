// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.log.MatchingProperties;
import io.outcry.order.domain.InstrumentChecks;
import io.outcry.order.domain.OrderChecks;
import io.outcry.order.domain.RuleChecks;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What order-service repeats of the limits of matching-service, which it does not see. */
class CopiedLimitsTest {

    @Test
    void anIcebergHasAsManyPartsAsTheEngineLetsItShow() {
        assertThat(RuleChecks.ICEBERG_PARTS).isEqualTo(EngineLimits.ICEBERG_PARTS);
    }

    @Test
    void anAccountMayBeAllowedAsManyOpenOrdersAsABookHolds() {
        assertThat(InstrumentChecks.MOST_OPEN_ORDERS).isEqualTo(EngineLimits.STANDARD.ordersPerBook());
    }

    @Test
    void anOrderMayBeARepeatForAsLongAsTheEngineRemembersIt() {
        assertThat(OrderChecks.REPEATED_MILLIS).isEqualTo(TimeUnit.MICROSECONDS.toMillis(EngineLimits.REMEMBERED_US));
    }

    @Test
    void aRepetitionIsAsLargeAsWhatAnOwnerMayHaveOnItsWay() {
        assertThat(OutcomeSequence.LARGEST_REPETITION).isEqualTo(MatchingProperties.MOST_ON_THEIR_WAY);
    }
}
