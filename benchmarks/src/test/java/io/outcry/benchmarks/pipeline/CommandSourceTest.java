// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class CommandSourceTest {

    private static final int PARTITIONS = 3;

    @Test
    void eachRecordSaysHowLargeTheOutcomeOfItsPartitionsEngineWillBe() {
        CommandSource source = new CommandSource(PARTITIONS, 5);
        List<CommandApplier> engines = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            engines.add(new CommandApplier(new MatchingEngine(partition, EngineLimits.STANDARD)));
        }
        for (int i = 0; i < 3_000; i++) {
            ProducerRecord<byte[], byte[]> record = source.next(1_000 + i);
            assertThat(record.partition()).isEqualTo(i % PARTITIONS);
            OutcomeEncoder outcome = new OutcomeEncoder();
            outcome.write(engines.get(record.partition()).apply(i / PARTITIONS, WireCommand.parse(record.value())));
            assertThat(ReplyMark.of(received(record))).isEqualTo(new ReplyMark(1_000 + i, outcome.length()));
        }
        assertThat(source.count()).isEqualTo(3_000);
        assertThat(source.meanOutcomeBytes()).isGreaterThan(source.meanCommandBytes());
    }

    @Test
    void aRecordWithoutItsMarkIsNotTimed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ReplyMark.of(new ConsumerRecord<>(Topics.ORDER_OUTCOMES, 2, 7, new byte[0], new byte[0])))
                .withMessageContaining("order.outcomes.v1-2:7");
    }

    private static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> record) {
        var received = new ConsumerRecord<>(record.topic(), record.partition(), 0, record.key(), record.value());
        record.headers().forEach(received.headers()::add);
        return received;
    }
}
