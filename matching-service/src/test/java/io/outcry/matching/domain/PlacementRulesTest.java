// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.RejectCode.DUPLICATE_CLIENT_ORDER_ID;
import static io.outcry.matching.domain.RejectCode.HALTED;
import static io.outcry.matching.domain.RejectCode.INVALID_COMMAND;
import static io.outcry.matching.domain.RejectCode.INVALID_LOT;
import static io.outcry.matching.domain.RejectCode.INVALID_TICK;
import static io.outcry.matching.domain.RejectCode.MIN_NOTIONAL;
import static io.outcry.matching.domain.RejectCode.NONE;
import static io.outcry.matching.domain.RejectCode.NO_LIQUIDITY;
import static io.outcry.matching.domain.RejectCode.PRICE_BAND;
import static io.outcry.matching.domain.RejectCode.QUANTITY_OUT_OF_RANGE;
import static io.outcry.matching.domain.RejectCode.UNKNOWN_SYMBOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.PlaceOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row breaks one rule less than the row before: the first rule broken is the answer. */
class PlacementRulesTest {

    /** Tick 5, lot 10, 20 to 1,000 of it, notional 3,000, band 10 % around the last trade at 100. */
    private static final Instrument STRICT = new Instrument(
            TestEngine.SYMBOL, "BTC", "USD", 2, 5, 5, 10, 20, 1_000, 3_000, 1_000, 0, 0, Tier.HOT);

    @ParameterizedTest
    @CsvSource(textBlock = """
            DUPLICATE_CLIENT_ORDER_ID, used, NOPE,    HALTED,  LIMIT,  FOK, -7,   15
            UNKNOWN_SYMBOL,            new,  NOPE,    HALTED,  LIMIT,  FOK, -7,   15
            INVALID_COMMAND,           new,  BTC-USD, HALTED,  LIMIT,  FOK, -7,   15
            HALTED,                    new,  BTC-USD, HALTED,  LIMIT,  FOK, 7,    15
            INVALID_TICK,              new,  BTC-USD, TRADING, LIMIT,  FOK, 7,    15
            INVALID_LOT,               new,  BTC-USD, TRADING, LIMIT,  FOK, 50,   15
            QUANTITY_OUT_OF_RANGE,     new,  BTC-USD, TRADING, LIMIT,  FOK, 50,   10
            MIN_NOTIONAL,              new,  BTC-USD, TRADING, LIMIT,  FOK, 50,   50
            PRICE_BAND,                new,  BTC-USD, TRADING, LIMIT,  FOK, 50,   60
            NO_LIQUIDITY,              new,  BTC-USD, TRADING, MARKET, FOK, 0,    20
            NONE,                      new,  BTC-USD, TRADING, LIMIT,  GTC, 110,  30
            """)
    void theFirstBrokenRuleIsTheAnswer(
            RejectCode expected, String id, String symbol, TradingState state, OrderType type, TimeInForce time, long price,
            long quantity) {
        TestEngine engine = tradedAt100();
        engine.named("used", Side.BUY, 100, 95);
        engine.cancel("alice", 3);
        engine.enter(state);
        long order = engine.apply(new PlaceOrder(0, "alice", id, symbol, Side.SELL, type, time, price, quantity));
        assertThat(engine.outcome().reject()).isEqualTo(expected);
        assertThat(engine.reports())
                .isEqualTo("#" + order + (expected == NONE ? " NEW" : " REJECTED") + " 0/" + quantity);
        assertThat(engine.outcome().levels().size()).isEqualTo(expected == NONE ? 1 : 0);
    }

    @Test
    void theCodesOfTheTableAreAllThatAPlacementCanMeet() {
        assertThat(RejectCode.values())
                .contains(DUPLICATE_CLIENT_ORDER_ID, UNKNOWN_SYMBOL, INVALID_COMMAND, HALTED, INVALID_TICK, INVALID_LOT)
                .contains(QUANTITY_OUT_OF_RANGE, MIN_NOTIONAL, PRICE_BAND, NO_LIQUIDITY);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            alice, BUY,  LIMIT,       GTC,         100, 0
            alice, BUY,  LIMIT,       GTC,         100, -1
            alice, BUY,  LIMIT,       GTC,         0,   30
            alice, BUY,  LIMIT,       GTC,         -5,  30
            alice, BUY,  MARKET,      GTC,         0,   30
            alice, BUY,  MARKET,      IOC,         100, 30
            alice, BUY,  MARKET,      IOC,         -1,  30
            '',    BUY,  LIMIT,       GTC,         100, 30
            """)
    void valuesThatTheGatewayNeverSendsAreInvalid(
            String account, Side side, OrderType type, TimeInForce time, long price, long quantity) {
        TestEngine engine = tradedAt100();
        long order = engine.apply(new PlaceOrder(0, account, "", TestEngine.SYMBOL, side, type, time, price, quantity));
        assertThat(engine.outcome().reject()).isEqualTo(INVALID_COMMAND);
        assertThat(engine.reports()).startsWith("#" + order + " REJECTED");
    }

    @ParameterizedTest
    @CsvSource({"UNSPECIFIED, LIMIT, GTC", "BUY, UNSPECIFIED, GTC", "BUY, LIMIT, UNSPECIFIED", "BUY, MARKET, UNSPECIFIED"})
    void anOrderWithoutSideTypeOrTimeInForceIsInvalidAndHasNoReport(Side side, OrderType type, TimeInForce time) {
        TestEngine engine = tradedAt100();
        engine.apply(new PlaceOrder(0, "alice", "", TestEngine.SYMBOL, side, type, time, type == OrderType.MARKET ? 0 : 100, 30));
        assertThat(engine.outcome().reject()).isEqualTo(INVALID_COMMAND);
        assertThat(engine.reports()).isEmpty();
    }

    @Test
    void namesHaveALongestLength() {
        TestEngine engine = tradedAt100();
        engine.named("x".repeat(PlacementRules.MAX_CLIENT_ORDER_ID_LENGTH), Side.BUY, 50, 100);
        assertThat(engine.outcome().reject()).isEqualTo(NONE);
        engine.named("x".repeat(PlacementRules.MAX_CLIENT_ORDER_ID_LENGTH + 1), Side.BUY, 50, 100);
        assertThat(engine.outcome().reject()).isEqualTo(INVALID_COMMAND);
        engine.limit("x".repeat(PlacementRules.MAX_ACCOUNT_LENGTH + 1), Side.BUY, TimeInForce.GTC, 50, 100);
        assertThat(engine.outcome().reject()).isEqualTo(INVALID_COMMAND);
    }

    @ParameterizedTest
    @CsvSource({"90, NONE", "85, PRICE_BAND", "110, NONE", "115, PRICE_BAND"})
    void theBandIncludesItsEnds(long price, RejectCode expected) {
        TestEngine engine = tradedAt100();
        engine.buy(100, price);
        assertThat(engine.outcome().reject()).isEqualTo(expected);
    }

    @Test
    void thereIsNoBandBeforeTheFirstTradeNorForMarketOrders() {
        TestEngine engine = TestEngine.trading(STRICT);
        engine.sell(30, 5_000);
        assertThat(engine.outcome().reject()).isEqualTo(NONE);
        engine.market(Side.BUY, TimeInForce.IOC, 30);
        assertThat(engine.trades()).isEqualTo("30@5000#1");
    }

    @Test
    void theBandIsExactAtTheEndsOfTheRange() {
        long max = Long.MAX_VALUE;
        assertThat(PlacementRules.isInBand(max, max, 1)).isTrue();
        assertThat(PlacementRules.isInBand(1, max, 9_999)).isFalse();
        assertThat(PlacementRules.isInBand(1, max, 10_000)).isTrue();
        assertThat(PlacementRules.isInBand(max, 1, Instrument.MAX_PRICE_BAND_BPS)).isFalse();
        assertThat(PlacementRules.isInBand(101, 1, Instrument.MAX_PRICE_BAND_BPS)).isTrue();
        assertThat(PlacementRules.isInBand(102, 1, Instrument.MAX_PRICE_BAND_BPS)).isFalse();
        assertThat(PlacementRules.isInBand(9_999, 10_000, 1)).isTrue();
        assertThat(PlacementRules.isInBand(9_998, 10_000, 1)).isFalse();
    }

    private static TestEngine tradedAt100() {
        TestEngine engine = TestEngine.trading(STRICT);
        engine.sell(30, 100);
        engine.buy(30, 100);
        assertThat(engine.trades()).isEqualTo("30@100#1");
        return engine;
    }
}
