// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.trace.TracedSpan;
import org.jspecify.annotations.Nullable;

/**
 * The writing of one record as a span of its request: from the queue to Kafka's acknowledgement. Null stands for a request that is not
 * traced, and for a span of it.
 */
public final class TracedWrite implements WriteListener {

    private final TracedSpan span;
    private final String topic;
    private final WriteListener listener;

    private TracedWrite(TracedSpan span, String topic, WriteListener listener) {
        this.span = span;
        this.topic = topic;
        this.listener = listener;
    }

    /** Begins the span; the record must carry its {@link #header}. */
    public static @Nullable TracedSpan begin(@Nullable TracedSpan request, LogLane lane) {
        return request == null ? null : request.begin("send " + lane.topic(), SpanKind.PRODUCER);
    }

    /** What names the span in the record. */
    public static byte @Nullable [] header(@Nullable TracedSpan span) {
        return span == null ? null : span.header();
    }

    /** Tells {@code listener} what becomes of the record, and ends the span. */
    public static WriteListener of(@Nullable TracedSpan span, LogLane lane, WriteListener listener) {
        return span == null ? listener : new TracedWrite(span, lane.topic(), listener);
    }

    @Override
    public void written(int partition, long offset) {
        span.withRecord(topic, partition, offset).end();
        listener.written(partition, offset);
    }

    @Override
    public void failed(WriteFailure failure) {
        span.failed(failure.name()).end();
        listener.failed(failure);
    }
}
