// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.trace.TracedStep;

/** The writing of one record as a step of its request: from the queue to Kafka's acknowledgement. */
public final class TracedWrite implements WriteListener {

    private final TracedStep step;
    private final String topic;
    private final WriteListener listener;

    private TracedWrite(TracedStep step, String topic, WriteListener listener) {
        this.step = step;
        this.topic = topic;
        this.listener = listener;
    }

    /** Begins the step; the record must carry its {@link TracedStep#header}. */
    public static TracedStep begin(TracedStep request, LogLane lane) {
        return request.begin("send " + lane.topic(), SpanKind.PRODUCER);
    }

    /** Tells {@code listener} what becomes of the record, and ends the step. */
    public static WriteListener of(TracedStep step, LogLane lane, WriteListener listener) {
        return new TracedWrite(step, lane.topic(), listener);
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
