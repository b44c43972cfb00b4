// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** The better price first, at one price the earlier order, and what reports and levels say about it. */
class PriceTimePriorityTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void anOrderThatMeetsNobodyRests() {
        engine.buy(5, 100);
        assertThat(engine.reports()).isEqualTo("#1 NEW 0/5");
        assertThat(engine.levels()).isEqualTo("BUY 100x5(1)");
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.book()).isEqualTo("100x5(1) |");
    }

    @Test
    void reportsTellTheTakerFirstAndThenTheMakersInTheOrderOfTheTrades() {
        engine.sell(5, 100);
        engine.sell(5, 100);
        engine.buy(2, 100);
        assertThat(engine.reports()).isEqualTo("#3 FILLED 2/2, #1 PARTIALLY_FILLED 2/5");
        assertThat(engine.levels()).isEqualTo("SELL 100x8(2)");
        engine.buy(4, 100);
        assertThat(engine.trades()).isEqualTo("3@100#1 1@100#2");
        assertThat(engine.reports()).isEqualTo("#4 FILLED 4/4, #1 FILLED 5/5, #2 PARTIALLY_FILLED 1/5");
    }

    @Test
    void aSweepTellsEveryLevelItTouchedOnce() {
        engine.sell(1, 100);
        engine.sell(1, 100);
        engine.sell(1, 101);
        engine.sell(1, 103);
        engine.buy(5, 102);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@100#2 1@101#3");
        assertThat(engine.reports()).isEqualTo("#5 PARTIALLY_FILLED 3/5, #1 FILLED 1/1, #2 FILLED 1/1, #3 FILLED 1/1");
        assertThat(engine.levels()).isEqualTo("BUY 102x2(1), SELL 100x0(0), SELL 101x0(0)");
        assertThat(engine.book()).isEqualTo("102x2(1) | 103x1(1)");
    }

    @Test
    void aTradeNamesTheTakersSide() {
        engine.sell(1, 100);
        engine.buy(1, 100);
        assertThat(engine.outcome().trades().getFirst().takerSide()).isEqualTo(Side.BUY);
        assertThat(engine.outcome().trades().getFirst().taker()).isEqualTo(2);
        engine.buy(1, 100);
        engine.sell(1, 100);
        assertThat(engine.outcome().trades().getFirst().takerSide()).isEqualTo(Side.SELL);
    }

    @Test
    void theQuoteIsTheSumOverAllFills() {
        engine.sell(2, 100);
        engine.sell(3, 101);
        engine.buy(4, 101);
        engine.buy(1, 101);
        var maker = engine.outcome().orders().get(1);
        assertThat(maker.orderId()).isEqualTo(2);
        assertThat(maker.quote()).isEqualTo(BigInteger.valueOf(3 * 101));
        engine.sell(2, 100);
        engine.sell(3, 101);
        engine.buy(5, 101);
        assertThat(engine.outcome().orders().getFirst().quote()).isEqualTo(BigInteger.valueOf(2 * 100 + 3 * 101));
    }

    @Test
    void symbolsDoNotMeetEachOther() {
        engine.define(InstrumentRules.of("ETH-USD").scales(2, 4).build());
        engine.sell(1, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).on("ETH-USD"));
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.outcome().quantityScale()).isEqualTo(4);
        assertThat(engine.book()).isEqualTo("| 100x1(1)");
    }

    @Test
    void accountsDoNotMatterForPriority() {
        engine.limit("alice", Side.SELL, 1, 100);
        engine.limit("bob", Side.SELL, 1, 100);
        engine.limit("alice", Side.SELL, 1, 100);
        engine.market(Side.BUY, 3);
        assertThat(engine.trades()).isEqualTo("1@100#1 1@100#2 1@100#3");
    }
}
