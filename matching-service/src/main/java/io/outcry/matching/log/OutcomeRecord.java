// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.matching.recovery.ChainPoint;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What is to be published of a command. Like the outcome in it, all of it is a function of the command: two owners write the same record.
 *
 * @param command as it came
 * @param symbol that it concerned; empty if none
 * @param value the outcome
 * @param chain of the hash chain; null for most
 */
record OutcomeRecord(ConsumerRecord<byte[], byte[]> command, String symbol, byte[] value, @Nullable ChainPoint chain) {

    /** Header of a command that says who waits for the outcome; copied, never read. */
    static final String REPLY_HEADER = "outcry-reply";

    /** The record for the log; to be made by the thread that sends it, beside the engine. */
    ProducerRecord<byte[], byte[]> toPublish() {
        var record = new ProducerRecord<>(Topics.ORDER_OUTCOMES, command.partition(), key(), value);
        Header reply = command.headers().lastHeader(REPLY_HEADER);
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

    /** The symbol's bytes; those of the command's own key, if it says the same, as it mostly does. */
    private byte[] key() {
        byte[] commandKey = command.key();
        if (commandKey == null || commandKey.length != symbol.length()) {
            return symbol.getBytes(StandardCharsets.UTF_8);
        }
        for (int i = 0; i < commandKey.length; i++) {
            char c = symbol.charAt(i);
            if (c != commandKey[i] || c >= 0x80) {
                return symbol.getBytes(StandardCharsets.UTF_8);
            }
        }
        return commandKey;
    }
}
