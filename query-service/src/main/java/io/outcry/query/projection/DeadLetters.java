// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.log.LogProducer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Puts records that cannot be read aside, as they were, with the place they come from and the reason in headers. A record may be there
 * twice if the process dies between this and the view's next position.
 *
 * <p>For a price this is all: the next price of the symbol replaces it. An unreadable record among the outcomes may be a stranger's, or an
 * outcome that is now missing; the next readable outcome tells, by its sequence. A missing one makes the partition's view incomplete for
 * good, and every answer from it says so; stopping instead would take away all newer answers as well.
 */
final class DeadLetters {

    /** Headers of a dead letter. */
    static final String PARTITION_HEADER = "outcry-partition";

    static final String OFFSET_HEADER = "outcry-offset";
    static final String REASON_HEADER = "outcry-reason";

    private final LogProducer producer;
    private final String topic;

    DeadLetters(LogProducer producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /**
     * Returns when Kafka holds the dead letter.
     *
     * @throws org.apache.kafka.common.KafkaException if it is not known to
     */
    void put(ConsumerRecord<byte[], byte[]> record, String reason) {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(topic, record.partition(), record.key(), record.value());
        header(letter, PARTITION_HEADER, String.valueOf(record.partition()));
        header(letter, OFFSET_HEADER, String.valueOf(record.offset()));
        header(letter, REASON_HEADER, reason);
        producer.write(letter);
    }

    private static void header(ProducerRecord<byte[], byte[]> letter, String name, String value) {
        letter.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
