// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitioningTest {

    /** Data written with another rule would be looked for in the wrong place: these numbers never change. */
    @ParameterizedTest
    @CsvSource({"BTC-USD, 4, 1", "XRP-USD, 4, 3", "DOT-USD, 4, 0", "AVAX-USD, 4, 2", "BTC-USD, 16, 1", "BTC-USD, 1, 0"})
    void aSymbolHasTheSamePartitionForEver(String symbol, int partitions, int partition) {
        assertThat(Partitioning.ofSymbol(symbol, partitions)).isEqualTo(partition);
    }
}
