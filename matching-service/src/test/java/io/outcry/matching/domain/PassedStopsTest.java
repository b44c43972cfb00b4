// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stops that are too new for what was reached before they came are looked at once, not by every command that goes on with older ones. */
class PassedStopsTest {

    private static final EngineLimits TWO_STOPS = new EngineLimits(10, 10, 16, 6, 10, 100, 2);

    private final MatchingEngine engine = new MatchingEngine(0, TWO_STOPS);
    private final EngineDriver driver = new EngineDriver(engine);
    private long offset;

    /** Whichever way they wait. */
    @ParameterizedTest
    @EnumSource(value = Side.class, names = {"BUY", "SELL"})
    void theNextLookBeginsWhereTheLastOneHasFoundAnOldOne(Side side) {
        boolean rising = side == Side.SELL;
        driver.apply(offset++, new Command.DefineInstrument(0, TestEngine.PLAIN));
        place(OrderTicket.limit("maker", rising ? Side.BUY : Side.SELL, 9, rising ? 90 : 110));
        for (int i = 0; i < 6; i++) {
            place(stop(side, 105));
        }
        place(OrderTicket.limit("alice", side, 1, rising ? 110 : 90));
        place(OrderTicket.limit("bob", rising ? Side.BUY : Side.SELL, 1, rising ? 110 : 90));
        place(stop(side, 101));
        ReachedPrices reached = engine.listings().get(0).reached();
        assertThat(reached.from(rising ? ReachedPrices.RISING : ReachedPrices.FALLING)).isEqualTo(rising ? 105 : 95);
        place(stop(side, 104));
        assertThat(reached.isEmpty()).as("the last two are set off").isTrue();
    }

    private void place(OrderTicket ticket) {
        driver.apply(offset++, ticket.at(0));
    }

    /** @param price as if it waited for higher ones; one that waits for lower ones waits as far below 100 */
    private static OrderTicket stop(Side side, long price) {
        return OrderTicket.stop(OrderType.TAKE_PROFIT, "carol", side, 1, side == Side.SELL ? price : 200 - price);
    }
}
