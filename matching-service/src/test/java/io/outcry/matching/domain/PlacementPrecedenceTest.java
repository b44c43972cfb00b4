// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row breaks one rule less than the row before: the first rule that is broken is the answer. */
class PlacementPrecedenceTest {

    /** Tick 5, lot 10, 20 to 1,000 of it, notional 3,000, band 10 % around the last trade. */
    private static final Instrument STRICT = InstrumentRules.plain()
            .tick(5).lot(10).quantities(20, 1_000).minNotional(3_000).priceBand(1_000).build();

    /** Room for two orders on a book. */
    private static final EngineLimits TWO_ORDERS = new EngineLimits(100, 100, 128, 100, 10, 2, 10);

    /** A post-only order to sell, on a full book with a bid at 95 and the last trade at 100. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            DUPLICATE_CLIENT_ORDER_ID, used, NOPE,    HALTED,  0,   12, 15
            UNKNOWN_SYMBOL,            new,  NOPE,    HALTED,  0,   12, 15
            INVALID_COMMAND,           new,  BTC-USD, HALTED,  0,   12, 15
            HALTED,                    new,  BTC-USD, HALTED,  12,  12, 15
            INVALID_TICK,              new,  BTC-USD, TRADING, 12,  12, 15
            INVALID_LOT,               new,  BTC-USD, TRADING, 50,  12, 15
            INVALID_LOT,               new,  BTC-USD, TRADING, 50,  15, 0
            INVALID_LOT,               new,  BTC-USD, TRADING, 50,  20, 15
            QUANTITY_OUT_OF_RANGE,     new,  BTC-USD, TRADING, 50,  10, 0
            QUANTITY_OUT_OF_RANGE,     new,  BTC-USD, TRADING, 50,  1010, 10
            MIN_NOTIONAL,              new,  BTC-USD, TRADING, 50,  50, 10
            PRICE_BAND,                new,  BTC-USD, TRADING, 85,  60, 10
            BOOK_FULL,                 new,  BTC-USD, TRADING, 95,  60, 10
            """)
    void theFirstBrokenRuleIsTheAnswer(
            RejectCode expected, String id, String symbol, TradingState state, long price, long quantity, long display) {
        TestEngine engine = fullBook();
        engine.enter(state);
        OrderTicket ticket = OrderTicket.limit("alice", Side.SELL, quantity, price);
        long order = engine.place(ticket.named(id).on(symbol).postOnly().showing(display > quantity ? 0 : display));
        refused(engine, order, expected, quantity);
    }

    @Test
    void wouldTakeIsTheLastRule() {
        TestEngine engine = fullBook();
        engine.cancel("alice", engine.nextOffset() - 1);
        long order = engine.place(OrderTicket.limit("alice", Side.SELL, 60, 95).postOnly().showing(10));
        refused(engine, order, RejectCode.WOULD_TAKE, 60);
        long taken = engine.place(OrderTicket.limit("alice", Side.SELL, 60, 100).postOnly().showing(10));
        assertThat(engine.reports()).isEqualTo("#" + taken + " NEW 0/60");
    }

    /** A market order has no price and does not rest, so only a few rules are for it. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            UNKNOWN_SYMBOL,        NOPE,    HALTED,  -1,   0
            INVALID_COMMAND,       BTC-USD, HALTED,  -1,   0
            INVALID_COMMAND,       BTC-USD, HALTED,  0,    0
            INVALID_COMMAND,       BTC-USD, HALTED,  20,   5000
            HALTED,                BTC-USD, HALTED,  15,   0
            HALTED,                BTC-USD, AUCTION, 15,   0
            INVALID_LOT,           BTC-USD, TRADING, 15,   0
            QUANTITY_OUT_OF_RANGE, BTC-USD, TRADING, 10,   0
            QUANTITY_OUT_OF_RANGE, BTC-USD, TRADING, 1010, 0
            MIN_NOTIONAL,          BTC-USD, TRADING, 0,    2999
            NO_LIQUIDITY,          BTC-USD, TRADING, 0,    3000
            NO_LIQUIDITY,          BTC-USD, TRADING, 20,   0
            """)
    void aMarketOrderMeetsFewerRules(RejectCode expected, String symbol, TradingState state, long quantity, long quoteQuantity) {
        TestEngine engine = fullBook();
        engine.enter(state);
        long order = engine.place(OrderTicket.market("alice", Side.BUY, quantity).quoteQuantity(quoteQuantity).on(symbol));
        refused(engine, order, expected, quantity);
    }

    /** Stops are asked about their stop price too, and wait on the book, so they have to fit there. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            INVALID_COMMAND,       STOP_LOSS_LIMIT,   HALTED,  52, 0,   15
            HALTED,                STOP_LOSS_LIMIT,   HALTED,  52, 103, 15
            INVALID_TICK,          STOP_LOSS_LIMIT,   AUCTION, 52, 103, 15
            INVALID_TICK,          STOP_LOSS_LIMIT,   AUCTION, 50, 103, 15
            INVALID_LOT,           STOP_LOSS_LIMIT,   AUCTION, 50, 105, 15
            QUANTITY_OUT_OF_RANGE, STOP_LOSS_LIMIT,   AUCTION, 50, 105, 10
            MIN_NOTIONAL,          STOP_LOSS_LIMIT,   AUCTION, 50, 105, 50
            PRICE_BAND,            TAKE_PROFIT_LIMIT, TRADING, 85, 105, 60
            BOOK_FULL,             TAKE_PROFIT_LIMIT, TRADING, 90, 105, 60
            INVALID_TICK,          STOP_LOSS,         TRADING, 0,  103, 15
            INVALID_LOT,           STOP_LOSS,         TRADING, 0,  105, 15
            QUANTITY_OUT_OF_RANGE, TAKE_PROFIT,       TRADING, 0,  105, 10
            BOOK_FULL,             TAKE_PROFIT,       TRADING, 0,  105, 20
            """)
    void aStopMeetsTheRulesOfWhatItBecomes(
            RejectCode expected, OrderType type, TradingState state, long price, long stopPrice, long quantity) {
        TestEngine engine = fullBook();
        engine.enter(state);
        long order = engine.place(OrderTicket.stopLimit(type, "alice", Side.BUY, quantity, stopPrice, price));
        refused(engine, order, expected, quantity);
    }

    @ParameterizedTest
    @CsvSource({"NONE, true", "EXPIRE_TAKER, false", "EXPIRE_MAKER, false", "EXPIRE_BOTH, false", "DECREMENT, false"})
    void inAnAuctionAnOrderMayNotCrossOneOfItsOwn(SelfTradePrevention mode, boolean taken) {
        TestEngine engine = TestEngine.trading();
        engine.enter(TradingState.AUCTION);
        engine.buy(5, 100);
        long order = engine.place(OrderTicket.limit("alice", Side.SELL, 5, 100).preventing(mode));
        if (taken) {
            assertThat(engine.reports()).isEqualTo("#" + order + " NEW 0/5");
        } else {
            refused(engine, order, RejectCode.SELF_TRADE, 5);
        }
        engine.place(OrderTicket.limit("alice", Side.SELL, 5, 101).preventing(mode));
        assertThat(engine.reject()).as("does not cross").isEqualTo(RejectCode.NONE);
        engine.place(OrderTicket.limit("bob", Side.SELL, 5, 100).preventing(mode));
        assertThat(engine.reject()).as("another's order").isEqualTo(RejectCode.NONE);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.SELL, 5, 90, 90).preventing(mode));
        assertThat(engine.reject()).as("a stop only waits").isEqualTo(RejectCode.NONE);
    }

    /** The last trade was at 100; a bid of 60 at 95 and a waiting stop are all the book holds. */
    private static TestEngine fullBook() {
        TestEngine engine = TestEngine.trading(STRICT, TWO_ORDERS);
        engine.sell(30, 100);
        engine.buy(30, 100);
        engine.place(OrderTicket.limit("alice", Side.BUY, 60, 95).named("used"));
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.SELL, 60, 50));
        assertThat(engine.book()).isEqualTo("95x60(1) |");
        return engine;
    }

    private static void refused(TestEngine engine, long order, RejectCode expected, long quantity) {
        assertThat(engine.reject()).isEqualTo(expected);
        assertThat(engine.reports()).isEqualTo("#" + order + " REJECTED 0/" + quantity);
        assertThat(engine.levels()).isEmpty();
        assertThat(engine.outcome().inAuction()).as("a refusal tells nothing of the auction").isFalse();
    }
}
