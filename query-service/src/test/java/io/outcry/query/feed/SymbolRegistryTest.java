// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Where a symbol is traded: where its entry says, as long as it has one that can be so. */
class SymbolRegistryTest {

    private static final String SYMBOL = "BTC-USD";
    private static final int OF_A_NEW_ONE = Partitioning.ofSymbol(SYMBOL, 2);

    private final SymbolRegistry registry = new SymbolRegistry(2);
    private final SymbolPartitions partitions = new SymbolPartitions(2, 1, registry);

    @Test
    void aSymbolThatIsTakenOffTheRegistryIsWhereANewOneWouldBe() {
        RegistryOnStage.end(registry);
        RegistryOnStage.register(registry, SYMBOL, 1 - OF_A_NEW_ONE);
        assertThat(partitions.orders(SYMBOL).number()).isEqualTo(1 - OF_A_NEW_ONE);
        registry.accept(new ConsumerRecord<>(Topics.INSTRUMENTS, 0, 1, SYMBOL.getBytes(UTF_8), null));
        assertThat(partitions.orders(SYMBOL).number()).isEqualTo(OF_A_NEW_ONE);
    }

    @Test
    void anEntryThatCannotBeReadOrNamesAPartitionThatIsNotThereLeavesWhatWasThere() {
        RegistryOnStage.end(registry);
        RegistryOnStage.register(registry, SYMBOL, 1 - OF_A_NEW_ONE);
        RegistryOnStage.register(registry, SYMBOL, 2);
        RegistryOnStage.register(registry, SYMBOL, -1);
        registry.accept(new ConsumerRecord<>(Topics.INSTRUMENTS, 0, 1, SYMBOL.getBytes(UTF_8), new byte[]{(byte) 0xff}));
        assertThat(partitions.orders(SYMBOL).number()).isEqualTo(1 - OF_A_NEW_ONE);
    }
}
