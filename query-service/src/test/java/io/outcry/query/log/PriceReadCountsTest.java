// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PriceReadCountsTest {

    private final Map<String, Long> told = new LinkedHashMap<>();
    private final PriceReadCounts counts = new PriceReadCounts(told::put);

    @Test
    void readsAreToldEveryTenSecondsEachOnce() {
        for (int second = 0; second < 10; second++) {
            counts.read("BTC-USD", second * 1_000L);
        }
        assertThat(told).isEmpty();

        counts.read("BTC-USD", 10_000);
        assertThat(told).isEqualTo(Map.of("BTC-USD", 11L));

        told.clear();
        counts.read("ETH-USD", 20_000);
        assertThat(told).as("what was told is not told again").isEqualTo(Map.of("ETH-USD", 1L));
    }

    @Test
    void ofManySymbolsThoseReadMostAreTold() {
        for (int i = 0; i < 2_000; i++) {
            for (int reads = 0; reads <= i % 3; reads++) {
                counts.read("SYM" + i + "-USD", 0);
            }
        }
        counts.read("BTC-USD", 10_000);

        assertThat(told).hasSize(500);
        assertThat(told.values()).allMatch(reads -> reads == 3, "those that were read three times");
    }

    @Test
    void whatIsAsGoodAsManyReadsCountsAsMany() {
        counts.read("BTC-USD", 2_500, 0);
        counts.read("BTC-USD", 10_000);

        assertThat(told).isEqualTo(Map.of("BTC-USD", 2_501L));
    }

    @Test
    void aClockThatWasSetBackDoesNotSilenceIt() {
        counts.read("BTC-USD", 1_000_000);
        counts.read("BTC-USD", 5_000);

        assertThat(told).isEqualTo(Map.of("BTC-USD", 2L));
    }
}
