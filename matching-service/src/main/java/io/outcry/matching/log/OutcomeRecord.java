// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.matching.recovery.ChainPoint;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** What is published of a command. Like the outcome in it, all of it is a function of the command: two owners write the same record. */
final class OutcomeRecord {

    /**
     * Most bytes of value, key and reply header together, with room for the rest of the record, which has its own limits. Far above what
     * the engine's limit of fills can produce.
     */
    static final int MOST_BYTES = TopicLayout.MAX_RECORD_BYTES - 4_096;

    private OutcomeRecord() {}

    /**
     * The record for the log.
     *
     * @param key the bytes of the symbol that the command concerned; none if there is no such symbol
     * @param value the outcome
     * @param chain of the hash chain; null for most
     * @throws IllegalStateException if Kafka would not take it: it has more than {@link #MOST_BYTES}
     */
    static ProducerRecord<byte[], byte[]> of(
            ConsumerRecord<byte[], byte[]> command, byte[] key, byte[] value, @Nullable ChainPoint chain) {
        var record = new ProducerRecord<>(Topics.ORDER_OUTCOMES, command.partition(), key, value);
        Header reply = command.headers().lastHeader(ReplyHeader.NAME);
        long bytes = (long) value.length + key.length + length(reply);
        if (bytes > MOST_BYTES) {
            throw new IllegalStateException(
                    "an outcome of " + bytes + " bytes with its key and its reply header, the limit is " + MOST_BYTES);
        }
        if (reply != null) {
            record.headers().add(reply);
        }
        Header trace = TraceParent.of(command.headers());
        if (trace != null) {
            record.headers().add(trace);
        }
        if (chain != null) {
            record.headers().add(ChainPoint.HEADER, chain.header());
        }
        return record;
    }

    private static int length(@Nullable Header header) {
        return header == null || header.value() == null ? 0 : header.value().length;
    }
}
