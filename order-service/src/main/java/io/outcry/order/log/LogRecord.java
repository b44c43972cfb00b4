// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.trace.TraceParent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to the log.
 *
 * @param kind what it is counted as
 * @param urgent true: may use the part of the queue that is kept free for it
 * @param timeUs when it was made, microseconds; Kafka refuses a command that is too far ahead of its own clock
 * @param reply value of the header {@value ReplyHeader#NAME}; null: nobody waits for an outcome
 * @param trace value of the header {@value TraceParent#HEADER}; null: it belongs to no traced request
 */
public record LogRecord(
        LogLane lane, String kind, boolean urgent, long timeUs, byte[] key, byte[] value, byte @Nullable [] reply,
        byte @Nullable [] trace) {

    /** One of no traced request. */
    public LogRecord(LogLane lane, String kind, boolean urgent, long timeUs, byte[] key, byte[] value, byte @Nullable [] reply) {
        this(lane, kind, urgent, timeUs, key, value, reply, null);
    }

    ProducerRecord<byte[], byte[]> toKafka() {
        List<Header> headers = reply == null ? List.of() : List.of(new RecordHeader(ReplyHeader.NAME, reply));
        if (trace != null) {
            headers = new ArrayList<>(headers);
            headers.add(new RecordHeader(TraceParent.HEADER, trace));
        }
        return new ProducerRecord<>(lane.topic(), lane.partition(), TimeUnit.MICROSECONDS.toMillis(timeUs), key, value, headers);
    }
}
