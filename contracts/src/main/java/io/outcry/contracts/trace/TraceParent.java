// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The header {@value #HEADER} of the W3C's Trace Context, in requests and in records of the log. */
public final class TraceParent {

    /** Its name; in lower case on the log. */
    public static final String HEADER = "traceparent";

    private static final int LENGTH = 55;

    private static final TextMapGetter<String> FIELDS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String carrier) {
            return List.of(HEADER);
        }

        @Override
        public @Nullable String get(@Nullable String carrier, String key) {
            return key.equals(HEADER) ? carrier : null;
        }
    };

    private TraceParent() {}

    /** The span it names; an invalid one if there is no header, or not a valid one. */
    static SpanContext read(@Nullable String header) {
        if (header == null || header.length() < LENGTH) {
            return SpanContext.getInvalid();
        }
        return Span.fromContext(W3CTraceContextPropagator.getInstance().extract(Context.root(), header, FIELDS)).getSpanContext();
    }

    /** The header of a record; null if it has none, or one that cannot be valid, which nobody has to carry on. */
    public static @Nullable Header of(Headers record) {
        Header header = record.lastHeader(HEADER);
        return header == null || header.value() == null || header.value().length != LENGTH ? null : header;
    }

    /** What a record's header says. */
    public static String text(Header header) {
        return new String(header.value(), StandardCharsets.ISO_8859_1);
    }

    static String write(SpanContext span) {
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex();
    }
}
