// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A trade too far from the last one before its command halts the symbol instead. */
class VolatilityHaltTest {

    private final TestEngine engine = TestEngine.trading(InstrumentRules.plain().volatilityBand(1_000).build());

    @ParameterizedTest
    @EnumSource(value = TimeInForce.class, names = {"GTC", "IOC", "DAY"})
    void theRemainderExpiresWhateverItsTimeInForceAndTheSymbolHalts(TimeInForce time) {
        engine.tradeAt(100);
        engine.sell(2, 110);
        engine.sell(2, 111);
        engine.limit("alice", Side.BUY, time, 5, 200);
        assertThat(engine.trades()).isEqualTo("2@110#3");
        assertThat(engine.reports()).isEqualTo("#5 EXPIRED 2/5, #3 FILLED 2/2");
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
        assertThat(engine.outcome().instrument()).isNotNull();
        assertThat(engine.book()).isEqualTo("| 111x2(1)");
        engine.buy(1, 100);
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
    }

    @Test
    void aMarketOrderHaltsToo() {
        engine.tradeAt(100);
        engine.buy(2, 89);
        engine.market(Side.SELL, 1);
        assertThat(engine.reports()).isEqualTo("#4 EXPIRED 0/1");
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
    }

    @Test
    void theBandStaysWhereItWasBeforeTheCommand() {
        engine.tradeAt(100);
        for (long price = 101; price <= 115; price++) {
            engine.sell(1, price);
        }
        engine.market(Side.BUY, 15);
        assertThat(engine.outcome().trades()).hasSize(10);
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
        engine.enter(TradingState.TRADING);
        engine.market(Side.BUY, 15);
        assertThat(engine.outcome().trades()).as("110 is the last price now").hasSize(5);
        assertThat(engine.outcome().tradingState()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"100, 90, false", "100, 89, true", "9223372036854775807, 8301034833169298227, false",
        "9223372036854775807, 8301034833169298226, true"})
    void theBandIncludesItsEndsAndIsExact(long last, long price, boolean halts) {
        engine.tradeAt(last);
        engine.buy(1, price);
        engine.market(Side.SELL, 1);
        assertThat(engine.outcome().tradingState()).isEqualTo(halts ? TradingState.HALTED : null);
    }

    @Test
    void beforeTheFirstTradeThereIsNoBand() {
        engine.sell(1, 100);
        engine.sell(1, 900);
        engine.market(Side.BUY, 2);
        assertThat(engine.trades()).as("for the whole command").isEqualTo("1@100#1 1@900#2");
    }

    @Test
    void anOrderThatHasEnoughBeforeTheBandsEndDoesNotHalt() {
        engine.tradeAt(100);
        engine.sell(2, 110);
        engine.sell(2, 111);
        engine.market(Side.BUY, 2);
        assertThat(engine.reports()).startsWith("#5 FILLED 2/2");
        assertThat(engine.outcome().tradingState()).isNull();
    }

    @Test
    void anOwnOrderBeyondTheBandIsNotReached() {
        engine.tradeAt(100);
        engine.limit("alice", Side.SELL, 2, 111);
        engine.place(OrderTicket.limit("alice", Side.BUY, 2, 111).preventing(SelfTradePrevention.EXPIRE_BOTH));
        assertThat(engine.reports()).isEqualTo("#4 EXPIRED 0/2");
        assertThat(engine.book()).isEqualTo("| 111x2(1)");
    }

    @Test
    void aStopThatRunsIntoTheBandHaltsAndTheOthersKeepWaiting() {
        engine.tradeAt(100);
        engine.sell(1, 120);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 105));
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "dave", Side.BUY, 1, 105));
        engine.tradeAt(105);
        assertThat(engine.reports()).endsWith("#4 EXPIRED 0/1");
        assertThat(engine.outcome().stopsActivated()).isEqualTo(1);
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
        engine.enter(TradingState.TRADING);
        assertThat(engine.reports()).as("114 is too far from 105 as well").isEqualTo("#5 EXPIRED 0/1");
        assertThat(engine.toldState()).isEqualTo(TradingState.HALTED);
    }

    @Test
    void theLimitOfFillsComesBeforeTheBand() {
        TestEngine limited = TestEngine.trading(
                InstrumentRules.plain().volatilityBand(1_000).build(), new EngineLimits(10, 10, 16, 2, 10, 100, 10));
        limited.tradeAt(100);
        limited.sell(1, 101);
        limited.sell(1, 102);
        limited.sell(1, 120);
        limited.market(Side.BUY, 3);
        assertThat(limited.reports()).startsWith("#6 EXPIRED 2/3");
        assertThat(limited.outcome().tradingState()).isNull();
        limited.sell(1, 102);
        limited.sell(1, 102);
        limited.place(OrderTicket.marketByQuote("carol", Side.BUY, 2 * 102 + 120));
        assertThat(limited.reports()).startsWith("#9 EXPIRED 2/2");
        assertThat(limited.outcome().tradingState()).isNull();
    }

    /** Whichever way a plain order goes. */
    @Test
    void aLevelBeyondTheBandCostsNoFill() {
        for (InstrumentRules rules : InstrumentRules.ofBothWays()) {
            TestEngine limited = TestEngine.trading(rules.volatilityBand(1_000).build(), new EngineLimits(10, 10, 16, 3, 10, 100, 10));
            limited.tradeAt(100);
            limited.sell(1, 101);
            limited.sell(1, 102);
            limited.sell(1, 120);
            limited.buy(3, 120);
            assertThat(limited.reports()).startsWith("#6 EXPIRED 2/3");
            assertThat(limited.toldState()).as("one trade was left to it").isEqualTo(TradingState.HALTED);
        }
    }

    @Test
    void anAuctionIsNotBound() {
        engine.tradeAt(100);
        engine.enter(TradingState.AUCTION);
        engine.sell(1, 300);
        engine.buy(1, 300);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@300#4");
        assertThat(engine.toldState()).isEqualTo(TradingState.TRADING);
    }

    @Test
    void whatAnAuctionSetsOffIsMeasuredFromItsPrice() {
        engine.tradeAt(100);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 3, 150));
        engine.enter(TradingState.AUCTION);
        engine.sell(1, 200);
        engine.buy(1, 200);
        engine.sell(1, 220);
        engine.sell(1, 221);
        engine.enter(TradingState.TRADING);
        assertThat(engine.trades()).isEqualTo("1@200#5 1@220#7");
        assertThat(engine.toldState()).as("221 is too far from 200").isEqualTo(TradingState.HALTED);
    }
}
