// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Stops that are too new for what was reached before they came are looked at once, not by every command that goes on with older ones. */
class PassedStopsTest {

    private static final EngineLimits TWO_STOPS = new EngineLimits(10, 10, 16, 6, 10, 100, 2);

    private final MatchingEngine engine = new MatchingEngine(0, TWO_STOPS);
    private final EngineDriver driver = new EngineDriver(engine);
    private long offset;

    @Test
    void theNextLookBeginsWhereTheLastOneHasFoundAnOldOne() {
        driver.apply(offset++, new Command.DefineInstrument(0, TestEngine.PLAIN));
        place(OrderTicket.limit("maker", Side.BUY, 9, 90));
        for (int i = 0; i < 6; i++) {
            place(stopAt(105));
        }
        place(OrderTicket.limit("alice", Side.SELL, 1, 110));
        place(OrderTicket.limit("bob", Side.BUY, 1, 110));
        place(stopAt(101));
        ReachedPrices reached = engine.listings().get(0).reached();
        assertThat(reached.risingFrom()).isEqualTo(105);
        place(stopAt(104));
        assertThat(reached.isEmpty()).as("the last two are set off").isTrue();
        assertThat(reached.risingFrom()).isZero();
    }

    private void place(OrderTicket ticket) {
        driver.apply(offset++, ticket.at(0));
    }

    private static OrderTicket stopAt(long price) {
        return OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", Side.SELL, 1, price);
    }
}
