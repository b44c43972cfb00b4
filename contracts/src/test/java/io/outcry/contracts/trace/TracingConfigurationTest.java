// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.spi.ILoggingEvent;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.outcry.contracts.logging.ToldLines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

@Timeout(30)
class TracingConfigurationTest {

    private record Sent(String path, String type, String body) {}

    @RegisterExtension
    private final ToldLines told = ToldLines.of(CollectorExporter.class);

    private volatile int answer = 200;
    private final BlockingQueue<Sent> sent = new ArrayBlockingQueue<>(10);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private Tracing tracing(String endpoint) {
        return tracing(endpoint, "");
    }

    private Tracing tracing(String endpoint, String standard) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource(
                "test", Map.of("spring.application.name", "some-service", "OTEL_EXPORTER_OTLP_ENDPOINT", standard)));
        return new TracingConfiguration().tracing(
                new TracingProperties(endpoint, 1, 10), new DefaultListableBeanFactory().getBeanProvider(SpanExporter.class), environment,
                meters);
    }

    private HttpServer collector() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
            int status = answer;
            sent.add(new Sent(
                    exchange.getRequestURI().getPath(), exchange.getRequestHeaders().getFirst("Content-Type"),
                    new String(body, StandardCharsets.ISO_8859_1)));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void endedStepsGoToTheCollectorAsOtlpOverHttp() throws Exception {
        HttpServer collector = collector();
        try (Tracing tracing = tracing("http://127.0.0.1:" + collector.getAddress().getPort() + "/")) {
            tracing.begin("POST /api/v1/orders", SpanKind.SERVER, null).end();

            Sent first = sent.poll(20, TimeUnit.SECONDS);

            assertThat(first).isNotNull();
            assertThat(first.path()).isEqualTo("/v1/traces");
            assertThat(first.type()).isEqualTo("application/x-protobuf");
            assertThat(first.body()).contains("POST /api/v1/orders", "service.name", "some-service");
            assertThat(meters.get("outcry.tracing.traces").tag("fate", "begun").functionCounter().count()).isEqualTo(1);
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void aCollectorThatTakesNothingIsToldOfOnceAndOnceThatItDoesAgain() throws Exception {
        HttpServer collector = collector();
        try (Tracing tracing = tracing("http://127.0.0.1:" + collector.getAddress().getPort())) {
            for (int status : new int[]{200, 400, 400, 200, 400}) {
                answer = status;
                tracing.begin("GET /x", SpanKind.SERVER, null).end();
                assertThat(sent.poll(20, TimeUnit.SECONDS)).isNotNull();
            }
            while (told.list().size() < 3) {
                Thread.onSpinWait();
            }
        } finally {
            collector.stop(0);
        }
        assertThat(told.list()).extracting(ILoggingEvent::getFormattedMessage).containsExactly(
                "the collector takes no traces, they are dropped", "the collector takes traces again",
                "the collector takes no traces, they are dropped");
    }

    @Test
    void withoutACollectorNothingIsTraced() {
        assertThat(tracing("").isOn()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:1", "https://otel_collector:4318/"})
    void theVariableThatOtherProgramsKnowNamesTheCollectorAsWell(String endpoint) {
        try (Tracing tracing = tracing("", endpoint)) {
            assertThat(tracing.isOn()).isTrue();
        }
    }

    /** Others take it without a scheme. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost:4317", "grpc://localhost:4317", "http://", "http://a b"})
    void aValueThatIsOnlyForOtherProgramsKeepsNobodyFromStarting(String value) {
        assertThat(tracing("", value).isOn()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> tracing(value)).withMessageContaining("outcry.tracing.endpoint");
    }
}
