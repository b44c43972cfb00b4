// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.RegisteredInstrument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a topic of instruments makes of the symbols that are known. */
class InstrumentRegistryTest {

    private static final int PARTITIONS = 2;

    private final InstrumentRegistry registry = new InstrumentRegistry(PARTITIONS);

    @Test
    void theRulesThatTheEngineMadeLastHoldInWhateverOrderTheyWereWritten() {
        read(0, registered("A", 1, 5, 200), registered("A", 1, 7, 100));
        assertThat(tick("A")).isEqualTo(5);
        read(2, registered("A", 1, 9, 300));
        assertThat(tick("A")).isEqualTo(9);
    }

    @Test
    void whatCannotBeReadOrTradedLeavesTheRulesBeforeIt() {
        read(0, registered("A", 1, 5, 100), registered("B", PARTITIONS, 1, 100), registered("C", -1, 1, 100));
        assertThat(registry.find("B")).as("in a partition that there is not").isEmpty();
        assertThat(registry.find("C")).isEmpty();
        read(3, registered("A", 1, 0, 200), new byte[]{1}, registered("A", PARTITIONS, 7, 300), registered("D", 0, 1, 100));
        assertThat(tick("A")).isEqualTo(5);
        assertThat(tick("D")).as("behind them").isEqualTo(1);
        assertThat(registry.size()).isEqualTo(2);
    }

    @Test
    void aSymbolThatIsTakenOutIsNotKnownAnyMore() {
        read(0, registered("A", 1, 5, 100), null);
        assertThat(registry.find("A")).isEmpty();
    }

    @Test
    void whoWaitsForARecordIsToldOnceWhenItsSymbolIsKnown() {
        List<String> told = new ArrayList<>();
        read(0, registered("A", 1, 5, 100));
        registry.whenRead(0, () -> told.add("read before"));
        registry.whenRead(1, () -> told.add("next " + registry.find("B").isPresent()));
        registry.whenRead(2, () -> told.add("behind it"));
        assertThat(told).containsExactly("read before");
        read(1, registered("B", 0, 1, 100));
        assertThat(told).containsExactly("read before", "next true");
        read(2, registered("C", 0, 1, 100), registered("D", 0, 1, 100));
        read(4, registered("E", 0, 1, 100));
        assertThat(told).containsExactly("read before", "next true", "behind it");
    }

    private long tick(String symbol) {
        return registry.find(symbol).orElseThrow().rules().tickSize();
    }

    private static byte[] registered(String symbol, int partition, long tick, long timeUs) {
        return RegisteredInstrument.newBuilder().setPartition(partition).setTimeUs(timeUs)
                .setInstrument(Instrument.newBuilder().setSymbol(symbol).setTickSize(tick).setLotSize(1)).build().toByteArray();
    }

    /** Records with the key A, from {@code offset} on. */
    private void read(long offset, byte @Nullable []... values) {
        TopicPartition log = new TopicPartition(Topics.INSTRUMENTS, 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (byte[] value : values) {
            byte[] key = "A".getBytes(StandardCharsets.UTF_8);
            records.add(new ConsumerRecord<>(log.topic(), log.partition(), offset + records.size(), key, value));
        }
        registry.accept(new ConsumerRecords<>(Map.of(log, records), Map.of()));
    }
}
