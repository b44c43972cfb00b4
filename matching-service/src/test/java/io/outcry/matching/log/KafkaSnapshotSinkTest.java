// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class KafkaSnapshotSinkTest {

    private static final int PARTITION = 3;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1"));
    private KafkaSnapshotSink sink = sink(Duration.ofHours(1));

    @AfterEach
    void close() {
        sink.close();
    }

    @Test
    void aRecordIsDurableWhenItIsAcknowledged() {
        var first = sink.append(PARTITION, new byte[1]);
        var second = sink.append(PARTITION, new byte[1]);
        assertThat(first).isNotDone();
        producer.completeNext();
        producer.errorNext(new IllegalStateException("the log is away"));
        assertThat(first).isCompletedWithValue(0L);
        assertThat(second).isCompletedExceptionally();
    }

    /** The producer's thread has ended with an error, so nothing ends a record: the writer would wait for it, and no snapshot come again. */
    @Test
    void aRecordThatNobodyAnswersForIsGivenUp() {
        sink = sink(Duration.ofMillis(1));
        assertThat(sink.append(PARTITION, new byte[1]))
                .failsWithin(Duration.ofSeconds(20)).withThrowableThat().havingRootCause().isInstanceOf(TimeoutException.class);
    }

    private KafkaSnapshotSink sink(Duration timeout) {
        return new KafkaSnapshotSink(producer, admin, DataSize.ofMegabytes(1), timeout);
    }
}
