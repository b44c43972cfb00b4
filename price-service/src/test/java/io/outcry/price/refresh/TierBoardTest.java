// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierPlaces;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierBoardTest {

    private static final PricedInstrument BTC_USD = new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.COLD);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TierBoard tiers = new TierBoard(new TierPlaces(20, 200), new IndexBoard(List.of()), meters);

    @Test
    void whatIsReadMovesToAQuickerTierAndBackAndEachMoveIsCountedOnce() {
        rank(0);
        assertThat(moves("cold")).as("to begin somewhere is no move").isZero();

        tiers.read("BTC-USD", 1_000, 0);
        rank(0);
        rank(10_000);
        assertThat(tiers.current(BTC_USD).tier()).isEqualTo(RefreshTier.HOT);
        assertThat(moves("hot")).isEqualTo(1);

        rank(3_600_000);
        assertThat(tiers.current(BTC_USD)).isEqualTo(BTC_USD);
        assertThat(moves("cold")).isEqualTo(1);
    }

    private void rank(long nowMillis) {
        tiers.rank(List.of(BTC_USD), 1, 1, nowMillis);
    }

    private double moves(String to) {
        return meters.counter("outcry.price.tier.moves", "to", to).count();
    }
}
