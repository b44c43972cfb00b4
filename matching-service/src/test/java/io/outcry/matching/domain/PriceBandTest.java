// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far a limit price may be from the last trade. */
class PriceBandTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            100,                 1000,    90,                  NONE
            100,                 1000,    89,                  PRICE_BAND
            100,                 1000,    110,                 NONE
            100,                 1000,    111,                 PRICE_BAND
            10000,               1,       9999,                NONE
            10000,               1,       9998,                PRICE_BAND
            1,                   1000000, 101,                 NONE
            1,                   1000000, 102,                 PRICE_BAND
            1,                   1000000, 9223372036854775807, PRICE_BAND
            9223372036854775807, 1,       9223372036854775807, NONE
            9223372036854775807, 9999,    1,                   PRICE_BAND
            9223372036854775807, 10000,   1,                   NONE
            100,                 0,       1000000,             NONE
            """)
    void theBandIncludesItsEndsAndIsExact(long last, int bps, long price, RejectCode expected) {
        for (InstrumentRules rules : InstrumentRules.ofBothWays()) {
            TestEngine engine = TestEngine.trading(rules.priceBand(bps).build());
            engine.tradeAt(last);
            engine.limit("alice", Side.BUY, 1, price);
            assertThat(engine.reject()).isEqualTo(expected);
        }
    }

    @Test
    void thereIsNoBandBeforeTheFirstTradeNorForMarketOrders() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().priceBand(1_000).build());
        engine.sell(1, 5_000);
        engine.sell(1, 100);
        engine.market(Side.BUY, 2);
        assertThat(engine.trades()).isEqualTo("1@100#2 1@5000#1");
    }

    @Test
    void aStopIsAskedForItsLimitNotForItsStopPrice() {
        TestEngine engine = TestEngine.trading(InstrumentRules.plain().priceBand(1_000).build());
        engine.tradeAt(100);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 1, 500, 110));
        assertThat(engine.reject()).isEqualTo(RejectCode.NONE);
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 1, 105, 111));
        assertThat(engine.reject()).isEqualTo(RejectCode.PRICE_BAND);
    }
}
