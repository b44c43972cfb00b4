// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.trace.TracedStep;
import org.jspecify.annotations.Nullable;

/**
 * The writing of one record as a step of its request: from the queue to Kafka's acknowledgement. Null stands for a request that is not traced,
 * and for a step of it.
 */
public final class TracedWrite implements WriteListener {

    private final TracedStep step;
    private final String topic;
    private final WriteListener listener;

    private TracedWrite(TracedStep step, String topic, WriteListener listener) {
        this.step = step;
        this.topic = topic;
        this.listener = listener;
    }

    /** Begins the step; the record must carry its {@link #header}. */
    public static @Nullable TracedStep begin(@Nullable TracedStep request, LogLane lane) {
        return request == null ? null : request.begin("send " + lane.topic(), SpanKind.PRODUCER);
    }

    /** What names the step in the record. */
    public static byte @Nullable [] header(@Nullable TracedStep step) {
        return step == null ? null : step.header();
    }

    /** Tells {@code listener} what becomes of the record, and ends the step. */
    public static WriteListener of(@Nullable TracedStep step, LogLane lane, WriteListener listener) {
        return step == null ? listener : new TracedWrite(step, lane.topic(), listener);
    }

    @Override
    public void written(int partition, long offset) {
        step.withRecord(topic, partition, offset).end();
        listener.written(partition, offset);
    }

    @Override
    public void failed(WriteFailure failure) {
        step.failed(failure.name()).end();
        listener.failed(failure);
    }
}
