// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Symbols: their rules, their states, and how many there may be. */
class InstrumentCommandsTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void aNewSymbolTradesAndSaysSo() {
        assertThat(engine.outcome().instrument()).isEqualTo(TestEngine.PLAIN);
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
        assertThat(engine.outcome().quantityScale()).isEqualTo(5);
    }

    @Test
    void theSameDefinitionAgainIsApplied() {
        engine.enter(TradingState.HALTED);
        engine.define(TestEngine.PLAIN);
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        assertThat(engine.outcome().instrument()).isEqualTo(TestEngine.PLAIN);
        assertThat(engine.toldState()).as("a definition does not reopen").isEqualTo(TradingState.HALTED);
    }

    @Test
    void newRulesHoldForLaterCommandsOnly() {
        engine.sell(3, 101);
        engine.define(InstrumentRules.plain().tick(10).lot(10).build());
        engine.buy(10, 101);
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_TICK);
        engine.market(Side.BUY, 10);
        assertThat(engine.trades()).as("the resting order trades at its price").isEqualTo("3@101#1");
    }

    static List<Arguments> newRules() {
        return List.of(
                arguments(small().tick(10), RejectCode.INVALID_TICK),
                arguments(small().lot(10), RejectCode.INVALID_LOT),
                arguments(small().quantities(6, 1_000), RejectCode.QUANTITY_OUT_OF_RANGE),
                arguments(small().quantities(1, 4), RejectCode.QUANTITY_OUT_OF_RANGE),
                arguments(small().minNotional(526), RejectCode.MIN_NOTIONAL),
                arguments(small().priceBand(400), RejectCode.PRICE_BAND),
                arguments(small().priceBand(500).minNotional(525).quantities(5, 5).lot(5).tick(5), RejectCode.NONE));
    }

    private static InstrumentRules small() {
        return InstrumentRules.plain().quantities(1, 1_000);
    }

    /** Whose rules are asked all at once, by what is kept at hand of them. */
    @ParameterizedTest
    @MethodSource("newRules")
    void newRulesHoldForPlainOrdersToo(InstrumentRules rules, RejectCode expected) {
        TestEngine engine = TestEngine.trading(small().build());
        engine.tradeAt(100);
        engine.define(rules.build());
        engine.buy(5, 105);
        assertThat(engine.reject()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "2, 4"})
    void theScalesNeverChange(int priceScale, int quantityScale) {
        engine.define(InstrumentRules.plain().scales(priceScale, quantityScale).build());
        assertThat(engine.reject()).isEqualTo(RejectCode.SCALE_IMMUTABLE);
        assertThat(engine.outcome().instrument()).isNull();
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            '',      BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, '',  USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, '',  2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, -1, 5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 19, 5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  19, 1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  0,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  0,  0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  -1, 0,  9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  -1, 9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  0, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  10, 9, 0,  0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, -1, 0,       0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  -1,      0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  1000001, 0,      0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       10001,  0,      HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      -10001, HOT, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      UNSPECIFIED, 0,       0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, -1,      0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 1000001, 0
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT, 0,       -1
            """)
    void aDefinitionOutOfRangeIsInvalid(
            String symbol, String base, String quote, int priceScale, int quantityScale, long tick, long lot, long min, long max,
            long notional, int band, int makerFee, int takerFee, Tier tier, int volatilityBand, int openOrders) {
        engine.define(new Instrument(
                symbol, base, quote, priceScale, quantityScale, tick, lot, min, max, notional, band, makerFee, takerFee, tier,
                volatilityBand, openOrders));
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        engine.apply(new Tick(0, symbol));
        assertThat(engine.reject()).as("it is not there").isEqualTo(RejectCode.UNKNOWN_SYMBOL);
    }

    @Test
    void theEndsOfTheRangesAreValid() {
        engine.define(new Instrument("x".repeat(32), "b", "q", 0, 18, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE,
                Long.MAX_VALUE, 1_000_000, 10_000, -10_000, Tier.COLD, 1_000_000, Integer.MAX_VALUE));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.define(InstrumentRules.of("x".repeat(33)).build());
        assertThat(engine.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
    }

    @ParameterizedTest
    @EnumSource(TradingState.class)
    void everyStateButNoneCanBeEntered(TradingState state) {
        engine.enter(state);
        boolean named = state != TradingState.UNSPECIFIED;
        assertThat(engine.reject()).isEqualTo(named ? RejectCode.NONE : RejectCode.INVALID_COMMAND);
        assertThat(engine.outcome().tradingState()).isEqualTo(named ? state : null);
        assertThat(engine.outcome().instrument()).isEqualTo(named ? TestEngine.PLAIN : null);
    }

    @Test
    void theStateOfAnUnknownSymbolCannotBeSet() {
        for (TradingState state : new TradingState[]{TradingState.HALTED, TradingState.UNSPECIFIED}) {
            engine.apply(new SetTradingState(0, "NOPE", state));
            assertThat(engine.reject()).isEqualTo(RejectCode.UNKNOWN_SYMBOL);
            assertThat(engine.outcome().symbol()).isEqualTo("NOPE");
        }
    }

    @Test
    void symbolsAreBounded() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(1, 1, 1, 1, 1, 1, 1));
        small.define(InstrumentRules.of("E").build());
        assertThat(small.reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        small.define(TestEngine.PLAIN);
        assertThat(small.reject()).isEqualTo(RejectCode.NONE);
    }

    @Test
    void aBookIsBoundedAndOrdersThatDoNotStayAreNot() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(1, 1, 1, 9, 2, 2, 1));
        small.define(InstrumentRules.of("E").build());
        small.buy(1, 90);
        small.place(OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 1, 120));
        small.sell(1, 90);
        assertThat(small.reject()).as("though it would trade at once").isEqualTo(RejectCode.BOOK_FULL);
        small.limit("bob", Side.SELL, TimeInForce.IOC, 1, 90);
        assertThat(small.trades()).isEqualTo("1@90#2");
        small.buy(1, 90);
        assertThat(small.reject()).isEqualTo(RejectCode.NONE);
        small.place(OrderTicket.limit("alice", Side.BUY, 1, 100).on("E"));
        assertThat(small.reject()).as("every symbol has its own").isEqualTo(RejectCode.NONE);
    }

    @Test
    void eachOfManySymbolsHasABookOfItsOwn() {
        int symbols = 40;
        long[] bids = new long[symbols];
        for (int i = 0; i < symbols; i++) {
            engine.define(InstrumentRules.of("S" + i).build());
            bids[i] = engine.place(OrderTicket.limit("alice", Side.BUY, 1, 200 + i).on("S" + i));
        }
        for (int i = 0; i < symbols; i++) {
            engine.amend("alice", bids[i], 100 + i, 2);
            assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        }
        for (int i = 0; i < symbols; i++) {
            engine.place(OrderTicket.limit("bob", Side.SELL, 1, 100 + i).on("S" + i));
            assertThat(engine.trades()).isEqualTo("1@" + (100 + i) + "#" + bids[i]);
            engine.cancel("alice", bids[i]);
            assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        }
    }
}
