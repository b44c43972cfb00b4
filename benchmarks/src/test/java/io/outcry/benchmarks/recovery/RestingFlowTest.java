// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.RejectCode;
import org.junit.jupiter.api.Test;

class RestingFlowTest {

    @Test
    void everyOrderRests() {
        MatchingEngine engine = new MatchingEngine(0, EngineLimits.STANDARD);
        CommandApplier applier = new CommandApplier(engine);
        RestingFlow flow = new RestingFlow(3);
        int orders = 5_000;
        for (int offset = 0; offset < RestingFlow.SYMBOLS + orders; offset++) {
            CommandOutcome outcome = applier.apply(offset, WireCommand.parse(flow.get()));
            assertThat(outcome.reject()).as("offset %d", offset).isEqualTo(RejectCode.NONE);
        }
        assertThat(engine.openOrders()).isEqualTo(orders);
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        RestingFlow one = new RestingFlow(3);
        RestingFlow two = new RestingFlow(3);
        for (int i = 0; i < 100; i++) {
            assertThat(two.get()).isEqualTo(one.get());
        }
    }
}
