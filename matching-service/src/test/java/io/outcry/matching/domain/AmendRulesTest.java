// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What an amend must fulfil. A refused one leaves the order as and where it is. */
class AmendRulesTest {

    /** Tick 5, lot 10, 20 to 1,000 of it, notional 3,000, price band 10 %. */
    private static final Instrument STRICT = InstrumentRules.plain()
            .tick(5).lot(10).quantities(20, 1_000).minNotional(3_000).priceBand(1_000).build();

    /**
     * Each row breaks one rule less than the row before. Alice's post-only bid is for 100 at 100, of which 40 are filled; the last trade
     * was at 100, and she sells at 105.
     */
    @ParameterizedTest
    @CsvSource(textBlock = """
            ORDER_NOT_FOUND,       bob,   bid,    HALTED,  -1,  -1
            ORDER_NOT_FOUND,       alice, nobody, HALTED,  -1,  -1
            ORDER_NOT_OPEN,        alice, closed, HALTED,  -1,  -1
            INVALID_COMMAND,       alice, bid,    HALTED,  -1,  15
            INVALID_COMMAND,       alice, bid,    HALTED,  12,  -1
            INVALID_COMMAND,       alice, bid,    HALTED,  0,   0
            HALTED,                alice, bid,    HALTED,  12,  15
            INVALID_TICK,          alice, bid,    TRADING, 12,  15
            INVALID_TICK,          alice, bid,    AUCTION, 12,  15
            INVALID_LOT,           alice, bid,    TRADING, 50,  15
            QUANTITY_OUT_OF_RANGE, alice, bid,    TRADING, 50,  10
            QUANTITY_OUT_OF_RANGE, alice, bid,    TRADING, 50,  1010
            QUANTITY_OUT_OF_RANGE, alice, bid,    TRADING, 50,  40
            MIN_NOTIONAL,          alice, bid,    TRADING, 50,  50
            PRICE_BAND,            alice, bid,    TRADING, 115, 60
            WOULD_TAKE,            alice, bid,    TRADING, 105, 60
            SELF_TRADE,            alice, bid,    AUCTION, 105, 60
            NONE,                  alice, bid,    TRADING, 95,  60
            NONE,                  alice, bid,    TRADING, 0,   1000
            NONE,                  alice, bid,    TRADING, 0,   50
            """)
    void theFirstBrokenRuleIsTheAnswer(
            RejectCode expected, String account, String which, TradingState state, long price, long quantity) {
        TestEngine engine = TestEngine.trading(STRICT);
        long closed = engine.limit("alice", Side.SELL, 30, 110);
        engine.cancel("alice", closed);
        long bid = engine.place(
                OrderTicket.limit("alice", Side.BUY, 100, 100).postOnly().preventing(SelfTradePrevention.EXPIRE_MAKER));
        engine.sell(40, 100);
        engine.limit("alice", Side.SELL, 30, 105);
        engine.enter(state);
        engine.amend(account, which.equals("bid") ? bid : which.equals("closed") ? closed : 77, price, quantity);
        assertThat(engine.reject()).isEqualTo(expected);
        if (expected != RejectCode.NONE) {
            assertThat(engine.reports()).isEmpty();
            assertThat(engine.levels()).isEmpty();
            assertThat(engine.book()).isEqualTo("100x60(1) | 105x30(1)");
            assertThat(engine.outcome().symbol()).isEqualTo(which.equals("bid") && account.equals("alice") ? TestEngine.SYMBOL : "");
        }
    }

    @ParameterizedTest
    @EnumSource(TradingState.class)
    void amendsAreServedWhileTradingAndInAnAuction(TradingState state) {
        TestEngine engine = TestEngine.trading();
        engine.buy(5, 100);
        engine.enter(state);
        engine.amend("alice", 1, 99, 0);
        boolean served = state == TradingState.TRADING || state == TradingState.AUCTION || state == TradingState.UNSPECIFIED;
        assertThat(engine.reject()).isEqualTo(served ? RejectCode.NONE : RejectCode.HALTED);
    }

    @Test
    void thePriceBandIsOnlyForAPriceThatChanges() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().priceBand(1_000).build());
        engine.buy(5, 50);
        engine.tradeAt(100);
        engine.amend("alice", 1, 0, 9);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.amend("alice", 1, 50, 10);
        assertThat(engine.reject()).as("the same price again").isEqualTo(RejectCode.NONE);
        engine.amend("alice", 1, 89, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.PRICE_BAND);
        engine.amend("alice", 1, 90, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void anAmendedOrderFulfilsTheRulesOfToday() {
        TestEngine engine = TestEngine.trading();
        engine.buy(15, 101);
        engine.define(InstrumentRules.plain().tick(5).build());
        engine.amend("alice", 1, 0, 14);
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_TICK);
        engine.define(InstrumentRules.plain().lot(10).build());
        engine.amend("alice", 1, 100, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_LOT);
        engine.define(InstrumentRules.plain().quantities(20, 30).build());
        engine.amend("alice", 1, 100, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.amend("alice", 1, 100, 20);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
    }

    /** Alice's bid for 5 goes to 101, where carol sells 3 and alice 2; or to 100, where only carol does. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            NONE,         101, 5, NONE
            EXPIRE_MAKER, 101, 5, NONE
            EXPIRE_TAKER, 101, 5, SELF_TRADE
            EXPIRE_BOTH,  101, 5, SELF_TRADE
            DECREMENT,    101, 5, SELF_TRADE
            EXPIRE_TAKER, 101, 3, NONE
            EXPIRE_TAKER, 101, 4, SELF_TRADE
            EXPIRE_TAKER, 100, 5, NONE
            """)
    void anAmendThatWouldReachAnOwnOrderIsRefused(SelfTradePrevention mode, long price, long quantity, RejectCode expected) {
        TestEngine engine = TestEngine.trading();
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 90).preventing(mode));
        engine.limit("carol", Side.SELL, 2, 100);
        engine.limit("carol", Side.SELL, 1, 101);
        engine.limit("alice", Side.SELL, 2, 101);
        engine.amend("alice", 1, price, quantity);
        assertThat(engine.reject()).isEqualTo(expected);
    }

    @Test
    void whatIsHiddenInFrontOfAnOwnOrderDoesNotKeepItAway() {
        TestEngine engine = TestEngine.trading();
        engine.place(OrderTicket.limit("alice", Side.BUY, 4, 90).preventing(SelfTradePrevention.EXPIRE_TAKER));
        engine.place(OrderTicket.limit("bob", Side.SELL, 10, 100).showing(3));
        engine.limit("alice", Side.SELL, 1, 100);
        engine.amend("alice", 1, 100, 0);
        assertThat(engine.reject()).isEqualTo(RejectCode.SELF_TRADE);
        engine.amend("alice", 1, 100, 3);
        assertThat(engine.reports()).isEqualTo("#1 FILLED 3/3, #2 PARTIALLY_FILLED 3/10");
    }

    /** Seven of ten are hidden. */
    @ParameterizedTest
    @CsvSource({"10, NONE", "11, SELF_TRADE"})
    void whatIsHiddenAtABetterPriceKeepsItFromAnOwnOrder(long quantity, RejectCode expected) {
        TestEngine engine = TestEngine.trading();
        engine.place(OrderTicket.limit("alice", Side.BUY, quantity, 90).preventing(SelfTradePrevention.EXPIRE_TAKER));
        engine.place(OrderTicket.limit("bob", Side.SELL, 10, 100).showing(3));
        engine.limit("alice", Side.SELL, 1, 101);
        engine.amend("alice", 1, 101, 0);
        assertThat(engine.reject()).isEqualTo(expected);
    }

    @Test
    void anOwnOrderBeyondTheVolatilityBandIsNotReached() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().volatilityBand(1_000).build());
        engine.tradeAt(100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 90).preventing(SelfTradePrevention.EXPIRE_TAKER));
        engine.limit("alice", Side.SELL, 5, 120);
        engine.amend("alice", 3, 120, 0);
        assertThat(engine.reports()).as("it is the band that stops it").isEqualTo("#3 EXPIRED 0/5");
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
    }

    @ParameterizedTest
    @EnumSource(SelfTradePrevention.class)
    void inPlaceNobodyIsReached(SelfTradePrevention mode) {
        TestEngine engine = TestEngine.trading();
        engine.enter(TradingState.AUCTION);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).preventing(mode));
        engine.limit("alice", Side.SELL, 5, 100);
        engine.amend("alice", 2, 0, 4);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.amend("alice", 2, 0, 9);
        assertThat(engine.reject()).isEqualTo(mode == SelfTradePrevention.NONE ? RejectCode.NONE : RejectCode.SELF_TRADE);
    }

    /** The amended order is the older one, and has no objection itself. */
    @ParameterizedTest
    @CsvSource({
        "false, EXPIRE_TAKER, false, SELF_TRADE", "false, NONE, false, NONE", "true, EXPIRE_TAKER, true, SELF_TRADE",
        "false, EXPIRE_TAKER, true, NONE", "true, EXPIRE_TAKER, false, SELF_TRADE"})
    void inAnAuctionTheOneThatWouldTakeDecides(boolean postOnly, SelfTradePrevention othersMode, boolean otherPostOnly,
            RejectCode expected) {
        TestEngine engine = TestEngine.trading();
        OrderTicket bid = OrderTicket.limit("alice", Side.BUY, 5, 100);
        engine.place(postOnly ? bid.postOnly() : bid);
        OrderTicket ask = OrderTicket.limit("alice", Side.SELL, 5, 105).preventing(othersMode);
        engine.place(otherPostOnly ? ask.postOnly() : ask);
        engine.enter(TradingState.AUCTION);
        engine.amend("alice", 1, 105, 0);
        assertThat(engine.reject()).isEqualTo(expected);
    }

    /** Or one of many thousand orders would take milliseconds. */
    @ParameterizedTest
    @CsvSource({"1, SELF_TRADE", "2, NONE"})
    void inAnAuctionItLooksNoFartherThanOneCommandTrades(int ordersOfOthers, RejectCode expected) {
        TestEngine engine = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(10, 100, 64, 2, 10, 100, 10));
        engine.enter(TradingState.AUCTION);
        for (int i = 0; i < ordersOfOthers; i++) {
            engine.limit("bob", Side.SELL, 1, 100);
        }
        engine.limit("alice", Side.SELL, 1, 100);
        OrderTicket bid = OrderTicket.limit("alice", Side.BUY, 1, 99).preventing(SelfTradePrevention.EXPIRE_TAKER);
        long amended = engine.place(bid);
        engine.amend("alice", amended, 100, 0);
        assertThat(engine.reject()).isEqualTo(expected);
        engine.place(OrderTicket.limit("alice", Side.BUY, 1, 100).preventing(SelfTradePrevention.EXPIRE_TAKER));
        assertThat(engine.reject()).as("a new one").isEqualTo(expected);
    }

    @Test
    void noMoreThanHasBeenDoneIsNoQuantity() {
        TestEngine engine = TestEngine.trading();
        engine.limit("alice", Side.SELL, 2, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 10, 100).preventing(SelfTradePrevention.DECREMENT));
        engine.sell(3, 100);
        engine.amend("alice", 2, 0, 5);
        assertThat(engine.reject()).as("two prevented, three executed").isEqualTo(RejectCode.QUANTITY_OUT_OF_RANGE);
        engine.amend("alice", 2, 0, 6);
        assertThat(engine.book()).isEqualTo("100x1(1) |");
    }
}
