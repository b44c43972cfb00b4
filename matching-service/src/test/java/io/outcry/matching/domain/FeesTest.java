// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each trade costs either side, at the notional's scale. */
class FeesTest {

    /** A fee is rounded up, a rebate towards nothing: both in the house's favour. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            100,                 100, 10,     10
            100,                 101, 10,     11
            100,                 109, 10,     11
            100,                 110, 10,     11
            1,                   1,   1,      1
            1,                   1,   0,      0
            100,                 100, -10,    -10
            100,                 101, -10,    -10
            100,                 109, -10,    -10
            100,                 110, -10,    -11
            1,                   1,   -1,     0
            1,                   1,   -9999,  0
            1,                   1,   -10000, -1
            1,                   1,   10000,  1
            922337203685476,     1,   9999,   922244969965108
            922337203685476,     1,   -9999,  -922244969965107
            922337203685477,     1,   10000,  922337203685477
            922337203685477,     1,   9999,   922244969965109
            922337203685477,     1,   -9999,  -922244969965108
            922337203685477,     1,   -10000, -922337203685477
            9223372036854775807, 1,   10000,  9223372036854775807
            9223372036854775807, 1,   -10000, -9223372036854775807
            9223372036854775807, 1,   1,      922337203685478
            9223372036854775807, 1,   -1,     -922337203685477
            9223372036854775807, 1,   9999,   9222449699651090330
            """)
    void aFeeIsRoundedInTheHousesFavour(long price, long quantity, int bps, long fee) {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().fees(bps, -bps).build());
        engine.sell(quantity, price);
        engine.buy(quantity, price);
        assertThat(engine.outcome().trades().getFirst().makerFee()).isEqualTo(fee);
        engine.define(InstrumentRules.plain().fees(0, bps).build());
        engine.buy(quantity, price);
        engine.sell(quantity, price);
        assertThat(engine.outcome().trades().getFirst().takerFee()).isEqualTo(fee);
        assertThat(engine.outcome().trades().getFirst().makerFee()).isZero();
    }

    @Test
    void eachTradePaysForItselfByTheRulesInForce() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().fees(10, 20).build());
        engine.sell(1, 100);
        engine.sell(1, 101);
        engine.define(InstrumentRules.plain().fees(-10, 30).build());
        engine.buy(2, 101);
        assertThat(engine.outcome().trades()).extracting("takerFee").containsExactly(1L, 1L);
        assertThat(engine.outcome().trades()).extracting("makerFee").containsExactly(0L, 0L);
        engine.sell(1_000, 100);
        engine.buy(1_000, 100);
        assertThat(engine.outcome().trades().getFirst().takerFee()).isEqualTo(300);
        assertThat(engine.outcome().trades().getFirst().makerFee()).isEqualTo(-100);
    }

    @Test
    void inAnUncrossingTheYoungerOrderIsTheTaker() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().fees(10, 20).build());
        engine.enter(TradingState.AUCTION);
        engine.buy(1_000, 100);
        engine.sell(600, 100);
        engine.limit("carol", Side.BUY, 500, 101);
        engine.enter(TradingState.TRADING);
        assertThat(engine.outcome().trades()).extracting("taker").containsExactly(4L, 3L);
        assertThat(engine.outcome().trades()).extracting("takerSide").containsExactly(Side.BUY, Side.SELL);
        assertThat(engine.outcome().trades()).extracting("takerFee").containsExactly(100L, 20L);
        assertThat(engine.outcome().trades()).extracting("makerFee").containsExactly(50L, 10L);
    }
}
