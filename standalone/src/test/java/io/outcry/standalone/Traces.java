// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.context.support.GenericApplicationContext;

/** Where a standalone's traces go in a test, and the headers that ask for them. */
final class Traces {

    static final String HEADER = "traceparent";

    private static final long CLIENT_TRACES = 0xC11E;
    private static final String CLIENTS = TraceId.fromLongs(CLIENT_TRACES, 0).substring(0, 16);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final AtomicLong numbers = new AtomicLong();

    /** A client's own span, which a request can be a part of. */
    record Client(String trace, String span) {

        String sampled() {
            return "00-" + trace + "-" + span + "-01";
        }

        String unsampled() {
            return "00-" + trace + "-" + span + "-00";
        }
    }

    /** Puts the exporter into a context that is being made. */
    void into(GenericApplicationContext context) {
        context.registerBean(SpanExporter.class, () -> exporter);
    }

    Client client() {
        long number = numbers.incrementAndGet();
        return new Client(TraceId.fromLongs(CLIENT_TRACES, number), SpanId.fromLong(number));
    }

    /** The ended spans of a client's trace. */
    List<SpanData> of(Client client) {
        return exporter.getFinishedSpanItems().stream().filter(span -> span.getTraceId().equals(client.trace())).toList();
    }

    List<SpanData> all() {
        return exporter.getFinishedSpanItems();
    }

    /** The spans of a client's trace, as soon as those with these names have ended. */
    List<SpanData> await(Client client, String... names) throws InterruptedException {
        List<SpanData> spans = await(client, LIMIT, names);
        assertThat(spans).as("spans within %s, among them %s", LIMIT, List.of(names)).extracting(SpanData::getName).contains(names);
        return spans;
    }

    /** The same; or, if one of them has not ended in time, those that have. */
    List<SpanData> await(Client client, Duration limit, String... names) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        List<SpanData> spans = of(client);
        while (!names(spans).containsAll(List.of(names)) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
            spans = of(client);
        }
        return spans;
    }

    static Set<String> names(List<SpanData> spans) {
        return spans.stream().map(SpanData::getName).collect(Collectors.toSet());
    }

    static boolean isOfClient(String trace) {
        return trace.startsWith(CLIENTS);
    }

    static SpanData named(List<SpanData> spans, String name) {
        List<SpanData> found = spans.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as("spans named %s", name).hasSize(1);
        return found.getFirst();
    }

    static long millis(SpanData span) {
        return TimeUnit.NANOSECONDS.toMillis(span.getEndEpochNanos() - span.getStartEpochNanos());
    }
}
