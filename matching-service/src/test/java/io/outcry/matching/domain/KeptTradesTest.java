// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptTradesTest {

    private final KeptTrades kept = new KeptTrades();

    @Test
    void manyTradesAreToldToOneThatHasToldOfNoneYet() {
        kept.keep(trades(7));
        int first = kept.keep(trades(1_000));
        kept.keep(trades(7));
        kept.forget(7);

        Trades told = new Trades();
        kept.tell(first, 1_000, told);

        assertThat(told.size()).isEqualTo(1_000);
        for (int i = 0; i < told.size(); i++) {
            assertThat(told.takerOrderId(i)).isEqualTo(i + 1);
            assertThat(told.makerFee(i)).isEqualTo(-i);
        }
        assertThat(kept.size()).isEqualTo(1_007);
    }

    private static Trades trades(int count) {
        Trades trades = new Trades();
        for (int i = 0; i < count; i++) {
            trades.add(i + 1, 2, 1, 3, 4, 5, -i);
        }
        return trades;
    }
}
