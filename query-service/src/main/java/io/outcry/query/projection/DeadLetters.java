// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.query.log.LogProducer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Puts records that cannot be read aside, as they were, with the place they come from and the reason in headers. A record may be there
 * twice if the process dies between this and the view's next position. Of one that the topic does not take, because with the headers it is
 * too large or the topic was made with a lower limit, the beginning is put aside: the partition must go on, and the whole is in its log.
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

    /** How long key and value were, in a letter that has their beginnings only. */
    static final String KEY_BYTES_HEADER = "outcry-key-bytes";

    static final String VALUE_BYTES_HEADER = "outcry-value-bytes";

    /** Of key and value each: together far below any limit that a topic may have. */
    static final int BEGINNING_BYTES = 64 << 10;

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
        try {
            producer.write(letter(record, reason, Integer.MAX_VALUE));
        } catch (RecordTooLargeException e) {
            ProducerRecord<byte[], byte[]> beginning = letter(record, reason, BEGINNING_BYTES);
            header(beginning, KEY_BYTES_HEADER, String.valueOf(bytes(record.key())));
            header(beginning, VALUE_BYTES_HEADER, String.valueOf(bytes(record.value())));
            producer.write(beginning);
        }
    }

    /** @param most bytes that are kept of key and value each */
    private ProducerRecord<byte[], byte[]> letter(ConsumerRecord<byte[], byte[]> record, String reason, int most) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(topic, record.partition(), beginning(record.key(), most), beginning(record.value(), most));
        header(letter, PARTITION_HEADER, String.valueOf(record.partition()));
        header(letter, OFFSET_HEADER, String.valueOf(record.offset()));
        header(letter, REASON_HEADER, reason);
        return letter;
    }

    private static int bytes(byte @Nullable [] whole) {
        return whole == null ? 0 : whole.length;
    }

    private static byte @Nullable [] beginning(byte @Nullable [] whole, int most) {
        return whole == null || whole.length <= most ? whole : Arrays.copyOf(whole, most);
    }

    private static void header(ProducerRecord<byte[], byte[]> letter, String name, String value) {
        letter.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
