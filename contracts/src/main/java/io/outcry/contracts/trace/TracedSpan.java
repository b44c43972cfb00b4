// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A span of a request that is traced, which others may have as their parent. It may begin and end on different threads. */
public final class TracedSpan {

    private final Tracer tracer;
    private final Span span;

    private TracedSpan(Tracer tracer, Span span) {
        this.tracer = tracer;
        this.span = span;
    }

    /** @param parent an invalid one for the first span of a trace */
    static TracedSpan begin(Tracer tracer, SpanContext parent, String name, SpanKind kind, long nanosAgo) {
        SpanBuilder builder = tracer.spanBuilder(name).setSpanKind(kind).setParent(Context.root().with(Span.wrap(parent)));
        if (nanosAgo > 0) {
            builder.setStartTimestamp(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - nanosAgo, TimeUnit.NANOSECONDS);
        }
        return new TracedSpan(tracer, builder.startSpan());
    }

    /** Begins a span whose parent is this one. */
    public TracedSpan begin(String name, SpanKind kind) {
        return begin(tracer, span.getSpanContext(), name, kind, 0);
    }

    /** States something about it; names as in OpenTelemetry's semantic conventions. */
    public TracedSpan with(String name, String value) {
        span.setAttribute(name, value);
        return this;
    }

    /** States something about it; names as in OpenTelemetry's semantic conventions. */
    public TracedSpan with(String name, long value) {
        span.setAttribute(name, value);
        return this;
    }

    /** States which record of the log it is about. */
    public TracedSpan withRecord(String topic, int partition, long offset) {
        return with("messaging.system", "kafka").with("messaging.destination.name", topic)
                .with("messaging.destination.partition.id", String.valueOf(partition)).with("messaging.kafka.offset", offset);
    }

    /** Marks it as failed. */
    public TracedSpan failed(String why) {
        span.setStatus(StatusCode.ERROR, why);
        return this;
    }

    /** Ends it; a second time does nothing. */
    public void end() {
        span.end();
    }

    /** The value of {@link TraceParent#HEADER} in a record that it writes. */
    public byte[] header() {
        return TraceParent.write(span.getSpanContext()).getBytes(StandardCharsets.ISO_8859_1);
    }
}
