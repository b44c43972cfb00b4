// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.contracts.topic.ReplyHeader;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * What travels in the header that says who waits for the reply. The matching service copies it unread; it is as long as the one that
 * order-service writes.
 *
 * @param dueNanos when the command was due, as {@link System#nanoTime} of the JVM that wrote it says; zero if it is not timed
 * @param outcomeBytes of its outcome's value
 */
record ReplyMark(long dueNanos, int outcomeBytes) {

    private static final int BYTES = 16;

    static byte[] encode(long dueNanos, int outcomeBytes) {
        return ByteBuffer.allocate(BYTES).putLong(dueNanos).putInt(outcomeBytes).array();
    }

    /** @throws IllegalStateException if the record has none */
    static ReplyMark of(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(ReplyHeader.NAME);
        if (header == null) {
            throw new IllegalStateException("a record without its mark at " + record.topic() + "-" + record.partition() + ":"
                    + record.offset());
        }
        ByteBuffer bytes = ByteBuffer.wrap(header.value());
        return new ReplyMark(bytes.getLong(), bytes.getInt());
    }
}
