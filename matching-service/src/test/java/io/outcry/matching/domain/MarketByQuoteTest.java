// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Market orders that go by what they may spend or must bring in. */
class MarketByQuoteTest {

    private final TestEngine engine = TestEngine.trading(InstrumentRules.plain().lot(10).quantities(10, 1_000).build());

    @Test
    void itBuysWholeLotsAtEachMakerUntilTheBudgetBuysNoMore() {
        engine.sell(20, 100);
        engine.sell(50, 101);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 6_000));
        assertThat(engine.trades()).isEqualTo("20@100#1 30@101#2");
        assertThat(engine.reports()).isEqualTo("#3 FILLED 50/50, #1 FILLED 20/20, #2 PARTIALLY_FILLED 30/50");
        var report = engine.outcome().orders().getFirst();
        assertThat(report.quoteQuantity()).isEqualTo(6_000);
        assertThat(report.quote()).isEqualTo(BigInteger.valueOf(20 * 100 + 30 * 101));
        assertThat(report.leaves()).isZero();
    }

    @Test
    void aSellerStopsBeforeItBringsInMore() {
        engine.buy(20, 100);
        engine.buy(50, 99);
        engine.place(OrderTicket.marketByQuote("bob", Side.SELL, 3_999));
        assertThat(engine.trades()).isEqualTo("20@100#1 20@99#2");
        assertThat(engine.reports()).startsWith("#3 FILLED 40/40");
    }

    @Test
    void itExpiresWhenTheSideIsEmptyBeforeTheBudgetIs() {
        engine.sell(20, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 9_000));
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 20/20, #1 FILLED 20/20");
        engine.sell(20, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 2_001));
        assertThat(engine.reports()).as("one is left, whatever it could have bought").startsWith("#4 EXPIRED 20/20");
    }

    @Test
    void aBudgetThatIsSpentToTheLastIsFilledThoughTheSideIsEmptyToo() {
        engine.sell(20, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 2_000));
        assertThat(engine.reports()).isEqualTo("#2 FILLED 20/20, #1 FILLED 20/20");
    }

    @Test
    void aBudgetThatBuysNoLotExpiresWithoutATrade() {
        engine.sell(20, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 999));
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 0/0");
        assertThat(engine.levels()).isEmpty();
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 1_000));
        assertThat(engine.reports()).startsWith("#3 FILLED 10/10");
    }

    @Test
    void theBoundsOfQuantityAreNotForIt() {
        engine.define(InstrumentRules.plain().lot(10).quantities(50, 60).minNotional(500).build());
        engine.sell(60, 10);
        engine.sell(60, 10);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 499));
        assertThat(engine.reject()).isEqualTo(RejectCode.MIN_NOTIONAL);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 500));
        assertThat(engine.reports()).as("neither fifty at least, nor sixty at most").startsWith("#5 FILLED 50/50");
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 800));
        assertThat(engine.reports()).startsWith("#6 EXPIRED 70/70");
    }

    @Test
    void eachPartOfAnIcebergIsAMaker() {
        engine.place(OrderTicket.limit("bob", Side.SELL, 60, 100).showing(20));
        engine.sell(20, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 5_500));
        assertThat(engine.trades()).isEqualTo("20@100#1 20@100#2 10@100#1");
    }

    @Test
    void anOwnOrderEndsItWhenEitherWouldLoseQuantity() {
        for (var mode : new SelfTradePrevention[]{SelfTradePrevention.DECREMENT, SelfTradePrevention.EXPIRE_TAKER}) {
            TestEngine fresh = TestEngine.trading();
            fresh.sell(2, 100);
            fresh.limit("alice", Side.SELL, 2, 101);
            fresh.place(OrderTicket.marketByQuote("alice", Side.BUY, 900).preventing(mode));
            assertThat(fresh.reports()).as(mode.name()).isEqualTo("#3 EXPIRED_IN_MATCH 2/2, #1 FILLED 2/2");
            assertThat(fresh.book()).as(mode.name()).isEqualTo("| 101x2(1)");
        }
    }

    @Test
    void anOwnOrderThatExpiresCostsNothing() {
        engine.limit("alice", Side.SELL, 50, 100);
        engine.sell(20, 101);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 1_500).preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(engine.reports()).isEqualTo("#3 FILLED 10/10, #1 EXPIRED_IN_MATCH 0/50, #2 PARTIALLY_FILLED 10/20");
    }

    /** A rest of the budget that buys nothing is no reason to do anything with the next order. */
    @Test
    void whatIsLeftOfTheBudgetReachesNobody() {
        TestEngine banded = TestEngine.trading(InstrumentRules.plain().volatilityBand(1_000).build());
        banded.tradeAt(100);
        banded.sell(5, 110);
        banded.limit("alice", Side.SELL, 5, 120);
        banded.place(OrderTicket.marketByQuote("alice", Side.BUY, 5 * 110 + 119).preventing(SelfTradePrevention.EXPIRE_BOTH));
        assertThat(banded.reports()).isEqualTo("#5 FILLED 5/5, #3 FILLED 5/5");
        assertThat(banded.outcome().tradingState()).as("no halt for it").isNull();
        assertThat(banded.book()).isEqualTo("| 120x5(1)");
    }

    @Test
    void whatIsLeftOfTheBudgetAtTheLimitOfFillsIsNoRemainder() {
        TestEngine limited = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 2, 10, 100, 10));
        for (int i = 0; i < 3; i++) {
            limited.sell(1, 100);
        }
        limited.place(OrderTicket.marketByQuote("alice", Side.BUY, 299));
        assertThat(limited.reports()).startsWith("#4 FILLED 2/2");
        limited.sell(1, 100);
        limited.sell(1, 100);
        limited.place(OrderTicket.marketByQuote("alice", Side.BUY, 300));
        assertThat(limited.reports()).startsWith("#7 EXPIRED 2/2");
    }
}
