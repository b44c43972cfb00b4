// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders that trade whole or not at all, which is decided before anything changes. */
class FillOrKillTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void anOrderThatWouldBeShortFillsNothing() {
        engine.sell(100_000, 100);
        engine.buy(60_000, 100);
        kill(80_000, 100);
        assertThat(engine.book()).isEqualTo("| 100x40000(1)");
    }

    @Test
    void itFillsOverSeveralLevelsAndOrders() {
        engine.sell(1, 100);
        engine.sell(1, 100);
        engine.sell(3, 101);
        fill(4, 101, "1@100#1 1@100#2 2@101#3");
    }

    @Test
    void itCountsOnlyLevelsUpToItsLimit() {
        engine.sell(3, 100);
        engine.sell(3, 102);
        kill(4, 101);
        engine.buy(3, 90);
        engine.buy(3, 88);
        engine.limit("bob", Side.SELL, TimeInForce.FOK, 4, 89);
        assertThat(engine.reports()).isEqualTo("#6 EXPIRED 0/4");
        engine.limit("bob", Side.SELL, TimeInForce.FOK, 6, 88);
        assertThat(engine.trades()).isEqualTo("3@90#4 3@88#5");
    }

    @Test
    void aMarketOrderTakesTheWholeSideOrNothing() {
        engine.sell(3, 100);
        engine.place(OrderTicket.market("alice", Side.BUY, 4).in(TimeInForce.FOK));
        assertThat(engine.reports()).isEqualTo("#2 EXPIRED 0/4");
        engine.place(OrderTicket.market("alice", Side.BUY, 3).in(TimeInForce.FOK));
        assertThat(engine.reports()).isEqualTo("#3 FILLED 3/3, #1 FILLED 3/3");
    }

    @Test
    void whatIsHiddenCounts() {
        engine.place(OrderTicket.limit("bob", Side.SELL, 10, 100).showing(3));
        kill(11, 100);
        fill(10, 100, "3@100#1 3@100#1 3@100#1 1@100#1");
    }

    @Test
    void whatIsHiddenCountsHoweverManyHide() {
        for (int i = 0; i < 40; i++) {
            engine.place(OrderTicket.limit("bob", Side.SELL, 2, 100).showing(1));
        }
        kill(81, 100);
        engine.limit("alice", Side.BUY, TimeInForce.FOK, 80, 100);
        assertThat(engine.outcome().trades()).hasSize(80);
    }

    /** Two of others at 100; five more at 101, of which the account's own two stand between two and one. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            NONE,         7, 8
            EXPIRE_MAKER, 5, 6
            EXPIRE_TAKER, 4, 5
            EXPIRE_BOTH,  4, 5
            DECREMENT,    4, 5
            """)
    void eachModeOfSelfTradePreventionCountsWhatItWouldTradeWith(SelfTradePrevention mode, long most, long tooMuch) {
        engine.sell(2, 100);
        engine.sell(2, 101);
        engine.limit("alice", Side.SELL, 2, 101);
        engine.sell(1, 101);
        engine.place(OrderTicket.limit("alice", Side.BUY, tooMuch, 101).in(TimeInForce.FOK).preventing(mode));
        assertThat(engine.reports()).isEqualTo("#5 EXPIRED 0/" + tooMuch);
        assertThat(engine.book()).isEqualTo("| 100x2(1) 101x5(3)");
        engine.place(OrderTicket.limit("alice", Side.BUY, most, 101).in(TimeInForce.FOK).preventing(mode));
        assertThat(engine.reports()).startsWith("#6 FILLED " + most + "/" + most);
    }

    @ParameterizedTest
    @EnumSource(SelfTradePrevention.class)
    void ownOrdersThatItDoesNotReachDoNotMatter(SelfTradePrevention mode) {
        engine.sell(5, 100);
        engine.limit("alice", Side.SELL, 5, 100);
        engine.limit("alice", Side.SELL, 5, 101);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 101).in(TimeInForce.FOK).preventing(mode));
        assertThat(engine.reports()).isEqualTo("#4 FILLED 5/5, #1 FILLED 5/5");
    }

    /** Its next part would stand behind the account's own order. */
    @ParameterizedTest
    @EnumSource(value = SelfTradePrevention.class, names = {"EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"})
    void whatIsHiddenInFrontOfAnOwnOrderIsOutOfReach(SelfTradePrevention mode) {
        engine.place(OrderTicket.limit("bob", Side.SELL, 10, 100).showing(3));
        engine.limit("alice", Side.SELL, 5, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 4, 100).in(TimeInForce.FOK).preventing(mode));
        assertThat(engine.reports()).isEqualTo("#3 EXPIRED 0/4");
        engine.place(OrderTicket.limit("alice", Side.BUY, 3, 100).in(TimeInForce.FOK).preventing(mode));
        assertThat(engine.reports()).isEqualTo("#4 FILLED 3/3, #1 PARTIALLY_FILLED 3/10");
    }

    @Test
    void hiddenQuantityOfLevelsBeforeAnOwnOrderIsInReach() {
        engine.place(OrderTicket.limit("bob", Side.SELL, 10, 100).showing(3));
        engine.limit("alice", Side.SELL, 5, 101);
        engine.place(OrderTicket.limit("alice", Side.BUY, 10, 101).in(TimeInForce.FOK).preventing(SelfTradePrevention.EXPIRE_TAKER));
        assertThat(engine.reports()).startsWith("#3 FILLED 10/10");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            3, 0, 3, true
            4, 0, 4, false
            1, 2, 6, true
            1, 2, 7, false
            1, 2, 5, true
            """)
    void itHasToBeFillableWithinTheFillsOfOneCommand(int orders, long display, long quantity, boolean filled) {
        TestEngine limited = ofThreeFills();
        for (int i = 0; i < orders; i++) {
            long each = display == 0 ? 1 : quantity;
            limited.place(OrderTicket.limit("bob", Side.SELL, each, 100).showing(display));
        }
        limited.limit("alice", Side.BUY, TimeInForce.FOK, quantity, 100);
        assertThat(limited.outcome().orders().getFirst().status()).isEqualTo(filled ? OrderStatus.FILLED : OrderStatus.EXPIRED);
    }

    /** As many fills as that takes, and no more: what of an iceberg it does not come to does not count. */
    @Test
    void aSmallPartOfAnIcebergOfManyPartsIsInReach() {
        TestEngine limited = ofThreeFills();
        limited.place(OrderTicket.limit("bob", Side.SELL, 1_000, 100).showing(1));
        limited.limit("alice", Side.BUY, TimeInForce.FOK, 4, 100);
        assertThat(limited.reports()).isEqualTo("#2 EXPIRED 0/4");
        limited.limit("alice", Side.BUY, TimeInForce.FOK, 3, 100);
        assertThat(limited.reports()).isEqualTo("#3 FILLED 3/3, #1 PARTIALLY_FILLED 3/1000");
    }

    /** A part of an iceberg stands behind all others of its level, and each of those is a fill. */
    @Test
    void ordersBetweenTwoPartsOfAnIcebergCount() {
        TestEngine limited = ofThreeFills();
        limited.place(OrderTicket.limit("bob", Side.SELL, 20, 100).showing(10));
        limited.sell(1, 100);
        limited.sell(1, 100);
        limited.sell(1, 100);
        limited.limit("alice", Side.BUY, TimeInForce.FOK, 15, 100);
        assertThat(limited.reports()).isEqualTo("#5 EXPIRED 0/15");
        limited.limit("alice", Side.BUY, TimeInForce.FOK, 12, 100);
        assertThat(limited.reports()).startsWith("#6 FILLED 12/12");
    }

    @Test
    void twoIcebergsOfALevelShowTheirPartsInTurn() {
        engine.place(OrderTicket.limit("bob", Side.SELL, 7, 100).showing(3));
        engine.place(OrderTicket.limit("carol", Side.SELL, 5, 100).showing(1));
        engine.sell(2, 101);
        kill(15, 101);
        fill(13, 101, "3@100#1 1@100#2 3@100#1 1@100#2 1@100#1 1@100#2 1@100#2 1@100#2 1@101#3");
    }

    @Test
    void ownOrdersThatExpireCountAsOneStepEach() {
        TestEngine limited = ofThreeFills();
        limited.place(OrderTicket.limit("alice", Side.SELL, 90, 100).showing(1));
        limited.limit("alice", Side.SELL, 5, 100);
        limited.sell(5, 100);
        limited.place(OrderTicket.limit("alice", Side.BUY, 5, 100).in(TimeInForce.FOK).preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(limited.reports()).isEqualTo("#4 FILLED 5/5, #1 EXPIRED_IN_MATCH 0/90, #2 EXPIRED_IN_MATCH 0/5, #3 FILLED 5/5");
        limited.limit("alice", Side.SELL, 1, 100);
        limited.limit("alice", Side.SELL, 1, 100);
        limited.limit("alice", Side.SELL, 1, 100);
        limited.sell(5, 100);
        limited.place(OrderTicket.limit("alice", Side.BUY, 5, 100).in(TimeInForce.FOK).preventing(SelfTradePrevention.EXPIRE_MAKER));
        assertThat(limited.reports()).isEqualTo("#9 EXPIRED 0/5");
    }

    @Test
    void levelsBeyondTheVolatilityBandDoNotCountAndDoNotHalt() {
        TestEngine banded = TestEngine.trading(InstrumentRules.plain().volatilityBand(1_000).build());
        banded.tradeAt(100);
        banded.sell(5, 110);
        banded.sell(5, 111);
        banded.limit("alice", Side.BUY, TimeInForce.FOK, 6, 111);
        assertThat(banded.reports()).isEqualTo("#5 EXPIRED 0/6");
        assertThat(banded.outcome().tradingState()).isNull();
        banded.limit("alice", Side.BUY, TimeInForce.FOK, 5, 111);
        assertThat(banded.reports()).startsWith("#6 FILLED 5/5");
    }

    /** One whose commands lead to three trades at most. */
    private static TestEngine ofThreeFills() {
        return TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 10, 16, 3, 10, 100, 10));
    }

    private void fill(long quantity, long price, String trades) {
        long order = engine.limit("alice", Side.BUY, TimeInForce.FOK, quantity, price);
        assertThat(engine.trades()).isEqualTo(trades);
        assertThat(engine.reports()).startsWith("#" + order + " FILLED " + quantity + "/" + quantity);
    }

    private void kill(long quantity, long price) {
        long order = engine.limit("alice", Side.BUY, TimeInForce.FOK, quantity, price);
        assertThat(engine.reports()).isEqualTo("#" + order + " EXPIRED 0/" + quantity);
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.levels()).isEmpty();
    }
}
