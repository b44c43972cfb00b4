// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is traced. Every method that begins a span gives null for what is not, and while tracing is off that is all that it does.
 *
 * <p>A client can ask for as many traces as it likes: no more begin than the settings allow in a second, and the SDK behind it holds 2,048
 * ended spans and drops what comes beyond, so tracing takes neither memory without limit nor a request's time.
 */
public final class Tracing implements AutoCloseable {

    private static final String SCOPE = "io.outcry";
    private static final Tracing OFF = new Tracing(null, 0, 1, System::nanoTime);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final @Nullable SdkTracerProvider provider;
    private final Tracer tracer;
    private final double probability;
    private final int mostPerSecond;
    private final LongSupplier nanoTime;
    private final LongAdder begun = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private long secondBegan;
    private int inSecond;

    /**
     * @param provider where spans go; closed with this. Null: nothing is traced
     * @param nanoTime as {@link System#nanoTime} says
     */
    Tracing(@Nullable SdkTracerProvider provider, double probability, int mostPerSecond, LongSupplier nanoTime) {
        this.provider = provider;
        this.tracer = (provider == null ? TracerProvider.noop() : provider).get(SCOPE);
        this.probability = probability;
        this.mostPerSecond = mostPerSecond;
        this.nanoTime = nanoTime;
        secondBegan = nanoTime.getAsLong();
    }

    /** Traces nothing. */
    public static Tracing off() {
        return OFF;
    }

    /** False: nothing will ever be traced. */
    public boolean isOn() {
        return provider != null;
    }

    /**
     * Begins a trace, or goes on with one that a client began: where a request comes in, and for work that nobody asked for.
     *
     * @param header the request's {@value TraceParent#HEADER}; null if it has none
     * @return null if it is not traced
     */
    public @Nullable TracedSpan begin(String name, SpanKind kind, @Nullable String header) {
        if (provider == null) {
            return null;
        }
        SpanContext parent = TraceParent.read(header);
        if (parent.isValid() ? !parent.isSampled() : ThreadLocalRandom.current().nextDouble() >= probability) {
            return null;
        }
        if (!mayBegin()) {
            refused.increment();
            return null;
        }
        begun.increment();
        return TracedSpan.begin(tracer, parent, name, kind, 0);
    }

    /**
     * Goes on with the trace that a record of the log belongs to.
     *
     * @param nanosAgo how long ago the span began; asked only if there is one
     * @return null if the record belongs to none
     */
    public @Nullable TracedSpan follow(Headers headers, String name, LongSupplier nanosAgo) {
        if (provider == null) {
            return null;
        }
        Header header = TraceParent.of(headers);
        return header == null ? null : follow(TraceParent.text(header), name, nanosAgo);
    }

    /** As {@link #follow(Headers, String, LongSupplier)}, for a header that was read before. */
    public @Nullable TracedSpan follow(@Nullable String header, String name, LongSupplier nanosAgo) {
        if (provider == null || header == null) {
            return null;
        }
        SpanContext parent = TraceParent.read(header);
        return parent.isSampled() ? TracedSpan.begin(tracer, parent, name, SpanKind.CONSUMER, nanosAgo.getAsLong()) : null;
    }

    /** Traces begun here so far. */
    public long begun() {
        return begun.sum();
    }

    /** Traces that did not begin because there were too many in that second. */
    public long refused() {
        return refused.sum();
    }

    private synchronized boolean mayBegin() {
        long now = nanoTime.getAsLong();
        if (now - secondBegan >= SECOND) {
            secondBegan = now;
            inSecond = 0;
        }
        return inSecond++ < mostPerSecond;
    }

    /** Sends what has ended, up to 10 s. */
    @Override
    public void close() {
        if (provider != null) {
            provider.close();
        }
    }
}
