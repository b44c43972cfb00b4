// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InstrumentCommandsTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void aNewSymbolTradesAndSaysSo() {
        assertThat(engine.outcome().instrument()).isEqualTo(TestEngine.PLAIN);
        assertThat(engine.outcome().tradingState()).isEqualTo(TradingState.TRADING);
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
        assertThat(engine.outcome().quantityScale()).isEqualTo(5);
    }

    @Test
    void theSameDefinitionAgainIsApplied() {
        engine.enter(TradingState.HALTED);
        engine.define(TestEngine.PLAIN);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.NONE);
        assertThat(engine.outcome().instrument()).isEqualTo(TestEngine.PLAIN);
        assertThat(engine.outcome().tradingState()).as("a definition does not reopen").isEqualTo(TradingState.HALTED);
    }

    @Test
    void newRulesHoldForLaterCommandsOnly() {
        engine.sell(3, 101);
        engine.define(with(2, 5, 10, 10));
        engine.buy(10, 101);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.INVALID_TICK);
        engine.market(Side.BUY, TimeInForce.IOC, 10);
        assertThat(engine.trades()).as("the resting order trades at its price").isEqualTo("3@101#1");
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "2, 4"})
    void theScalesNeverChange(int priceScale, int quantityScale) {
        engine.define(with(priceScale, quantityScale, 1, 1));
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.SCALE_IMMUTABLE);
        assertThat(engine.outcome().instrument()).isNull();
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            '',      BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, '',  USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, '',  2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, -1, 5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 19, 5,  1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  19, 1,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  0,  1,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  0,  0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  -1, 0,  9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  -1, 9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  0, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  10, 9, 0,  0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, -1, 0,       0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  -1,      0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  1000001, 0,      0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       10001,  0,      HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      -10001, HOT
            NEW-USD, BTC, USD, 2,  5,  1,  1,  0,  9, 0,  0,       0,      0,      UNSPECIFIED
            """)
    void aDefinitionOutOfRangeIsInvalid(
            String symbol, String base, String quote, int priceScale, int quantityScale, long tick, long lot, long min, long max,
            long notional, int band, int makerFee, int takerFee, Tier tier) {
        engine.define(new Instrument(
                symbol, base, quote, priceScale, quantityScale, tick, lot, min, max, notional, band, makerFee, takerFee, tier));
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        assertThat(engine.engine().book(symbol)).isNull();
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"HALTED", "CANCEL_ONLY", "CLOSED"})
    void onlyTradingTakesOrdersAndTheBookStays(TradingState state) {
        engine.sell(1, 100);
        engine.enter(state);
        assertThat(engine.outcome().tradingState()).isEqualTo(state);
        assertThat(engine.outcome().instrument()).isEqualTo(TestEngine.PLAIN);
        engine.buy(1, 100);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.HALTED);
        engine.enter(TradingState.TRADING);
        engine.buy(1, 100);
        assertThat(engine.trades()).isEqualTo("1@100#1");
    }

    @ParameterizedTest
    @EnumSource(value = TradingState.class, names = {"UNSPECIFIED", "AUCTION"})
    void aStateThatIsNotSupportedIsInvalid(TradingState state) {
        engine.enter(state);
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        assertThat(engine.outcome().tradingState()).isNull();
    }

    @Test
    void theStateOfAnUnknownSymbolCannotBeSet() {
        engine.apply(new SetTradingState(0, "NOPE", TradingState.HALTED));
        assertThat(engine.outcome().reject()).isEqualTo(RejectCode.UNKNOWN_SYMBOL);
        assertThat(engine.outcome().symbol()).isEqualTo("NOPE");
    }

    @Test
    void symbolsDoNotMeetEachOther() {
        Instrument other = new Instrument("ETH-USD", "ETH", "USD", 2, 4, 1, 1, 1, 100, 0, 0, 0, 0, Tier.COLD);
        engine.define(other);
        engine.sell(1, 100);
        engine.apply(new PlaceOrder(0, "alice", "", "ETH-USD", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 100, 1));
        assertThat(engine.trades()).isEmpty();
        assertThat(engine.outcome().quantityScale()).isEqualTo(4);
    }

    @Test
    void symbolsAreBounded() {
        TestEngine small = TestEngine.trading(TestEngine.PLAIN, new EngineLimits(1, 1, 1, 1, 1));
        small.apply(new DefineInstrument(0, new Instrument("E", "E", "U", 2, 4, 1, 1, 1, 9, 0, 0, 0, 0, Tier.COLD)));
        assertThat(small.outcome().reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        small.define(TestEngine.PLAIN);
        assertThat(small.outcome().reject()).isEqualTo(RejectCode.NONE);
    }

    private static Instrument with(int priceScale, int quantityScale, long tick, long lot) {
        return new Instrument(
                TestEngine.SYMBOL, "BTC", "USD", priceScale, quantityScale, tick, lot, 1, 1_000, 0, 0, 0, 0, Tier.HOT);
    }
}
