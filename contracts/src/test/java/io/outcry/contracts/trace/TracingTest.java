// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class TracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String SAMPLED = "00-" + TRACE + "-" + PARENT + "-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-" + PARENT + "-00";

    private final InMemorySpanExporter ended = InMemorySpanExporter.create();
    private final AtomicLong nanos = new AtomicLong();

    private Tracing tracing(double probability, int mostPerSecond) {
        SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(ended)).build();
        return new Tracing(provider, probability, mostPerSecond, nanos::get);
    }

    @Test
    void aRequestWhoseClientTracesItIsTracedWhateverTheChance() {
        tracing(0, 10).begin("GET /x", SpanKind.SERVER, SAMPLED).end();

        SpanData span = ended.getFinishedSpanItems().getFirst();
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
    }

    @Test
    void aRequestWhoseClientDoesNotIsNotWhateverTheChance() {
        assertThat(tracing(1, 10).begin("GET /x", SpanKind.SERVER, UNSAMPLED)).isNull();
    }

    @Test
    void withoutAClientSWordChanceDecides() {
        assertThat(tracing(0, 10).begin("GET /x", SpanKind.SERVER, null)).isNull();
        assertThat(tracing(1, 10).begin("GET /x", SpanKind.SERVER, null)).isNotNull();
        assertThat(tracing(0, 10).begin("GET /x", SpanKind.SERVER, "garbage that is as long as a real header would have been")).isNull();
    }

    @Test
    void noMoreTracesBeginThanTheLimitSaysHoweverManyClientsAskFor() {
        Tracing tracing = tracing(1, 2);

        assertThat(tracing.begin("a", SpanKind.SERVER, SAMPLED)).isNotNull();
        assertThat(tracing.begin("b", SpanKind.SERVER, null)).isNotNull();
        assertThat(tracing.begin("c", SpanKind.SERVER, SAMPLED)).isNull();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(tracing.begin("d", SpanKind.SERVER, SAMPLED)).isNotNull();
        assertThat(tracing.begun()).isEqualTo(3);
        assertThat(tracing.refused()).isEqualTo(1);
    }

    @Test
    void aRecordGoesOnWithTheTraceOfTheStepThatWroteIt() {
        Tracing tracing = tracing(0, 10);
        TracedSpan writing = tracing.begin("POST /x", SpanKind.SERVER, SAMPLED).begin("send", SpanKind.PRODUCER);
        Headers headers = new RecordHeaders().add(TraceParent.HEADER, writing.header());

        tracing.follow(headers, "match", () -> TimeUnit.MILLISECONDS.toNanos(5)).withRecord("topic", 3, 17).end();
        writing.end();

        SpanData match = ended.getFinishedSpanItems().getFirst();
        SpanData sent = ended.getFinishedSpanItems().getLast();
        assertThat(match.getTraceId()).isEqualTo(TRACE);
        assertThat(match.getParentSpanId()).isEqualTo(sent.getSpanId());
        assertThat(match.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(match.getEndEpochNanos() - match.getStartEpochNanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Test
    void aRecordWithoutAHeaderOrWithAWrongOrUnsampledOneGoesOnWithNothing() {
        Tracing tracing = tracing(1, 10);

        assertThat(tracing.follow(new RecordHeaders(), "match", () -> 0)).isNull();
        String noTrace = "00-" + "0".repeat(32) + SAMPLED.substring(35);
        for (String wrong : new String[]{UNSAMPLED, "", "x".repeat(100_000), SAMPLED.replace('-', '+'), noTrace}) {
            Headers headers = new RecordHeaders().add(TraceParent.HEADER, wrong.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(tracing.follow(headers, "match", () -> 0)).as(wrong.length() > 60 ? "long" : wrong).isNull();
        }
        assertThat(TraceParent.of(new RecordHeaders().add(TraceParent.HEADER, null))).isNull();
        assertThat(TraceParent.of(new RecordHeaders().add(TraceParent.HEADER, new byte[100_000]))).as("is not copied either").isNull();
    }

    @Test
    void offItBeginsNothing() {
        assertThat(Tracing.off().isOn()).isFalse();
        assertThat(Tracing.off().begin("a", SpanKind.SERVER, SAMPLED)).isNull();
        assertThat(Tracing.off().follow(SAMPLED, "a", () -> 0)).isNull();
    }

    @Test
    void settingsThatCannotBeMeantAreRefusedByName() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TracingProperties("collector:4318", 0, 1))
                .withMessageContaining("outcry.tracing.endpoint");
        assertThatIllegalArgumentException().isThrownBy(() -> new TracingProperties("", 1.5, 1))
                .withMessageContaining("outcry.tracing.probability");
        assertThatIllegalArgumentException().isThrownBy(() -> new TracingProperties("", 0, 0))
                .withMessageContaining("outcry.tracing.most-per-second");
    }
}
