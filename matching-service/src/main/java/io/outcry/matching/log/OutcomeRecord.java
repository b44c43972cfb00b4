// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.matching.recovery.ChainPoint;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What is to be published of a command. Like the outcome in it, all of it is a function of the command: two owners write the same record.
 * It does not lead back to the command, which is in the cache of the core that applied it, and not of the one that sends.
 *
 * @param offset of the command
 * @param partition of both
 * @param key the bytes of the symbol that it concerned; none if there is no such symbol
 * @param value the outcome
 * @param reply the command's header that says who waits for the outcome; copied, never read
 * @param trace the command's header that says to which traced request it belongs
 * @param chain of the hash chain; null for most
 */
record OutcomeRecord(
        long offset,
        int partition,
        byte[] key,
        byte[] value,
        @Nullable Header reply,
        @Nullable Header trace,
        @Nullable ChainPoint chain) {

    /** The name of {@link #reply}. */
    static final String REPLY_HEADER = "outcry-reply";

    static OutcomeRecord of(ConsumerRecord<byte[], byte[]> command, byte[] key, byte[] value, @Nullable ChainPoint chain) {
        return new OutcomeRecord(
                command.offset(), command.partition(), key, value,
                command.headers().lastHeader(REPLY_HEADER), TraceParent.of(command.headers()), chain);
    }

    /** The record for the log; to be made by the thread that sends it, beside the engine. */
    ProducerRecord<byte[], byte[]> toPublish() {
        var record = new ProducerRecord<>(Topics.ORDER_OUTCOMES, partition, key, value);
        if (reply != null) {
            record.headers().add(reply);
        }
        if (trace != null) {
            record.headers().add(trace);
        }
        if (chain != null) {
            record.headers().add(ChainPoint.HEADER, chain.header());
        }
        return record;
    }
}
