// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** One {@link Tracing} for the process. A {@link SpanExporter} among the beans takes the place of the collector in the settings. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TracingProperties.class)
public class TracingConfiguration {

    /** OpenTelemetry's own name for it. */
    private static final String OTEL_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static final Logger LOG = LoggerFactory.getLogger(TracingConfiguration.class);
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration EXPORT_INTERVAL = Duration.ofSeconds(1);
    private static final int MAX_QUEUED = 2_048;

    @Bean(destroyMethod = "close")
    Tracing tracing(TracingProperties properties, ObjectProvider<SpanExporter> given, Environment environment, MeterRegistry registry) {
        SpanExporter exporter = given.getIfAvailable(() -> exporter(properties.endpoint().isEmpty()
                ? standardEndpoint(environment)
                : properties.endpoint()));
        if (exporter == null) {
            return Tracing.off();
        }
        Resource process = Resource.getDefault().merge(Resource.create(Attributes.of(
                AttributeKey.stringKey("service.name"), environment.getProperty("spring.application.name", "outcry"),
                AttributeKey.stringKey("service.instance.id"), UUID.randomUUID().toString())));
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(process)
                .addSpanProcessor(BatchSpanProcessor.builder(exporter)
                        .setScheduleDelay(EXPORT_INTERVAL)
                        .setExporterTimeout(EXPORT_TIMEOUT)
                        .setMaxQueueSize(MAX_QUEUED)
                        .build())
                .build();
        Tracing tracing = new Tracing(provider, properties.probability(), properties.mostPerSecond(), System::nanoTime);
        count(registry, tracing, "begun", Tracing::begun);
        count(registry, tracing, "refused", Tracing::refused);
        return tracing;
    }

    /** It may be there for other programs, which send by other ways. */
    private static String standardEndpoint(Environment environment) {
        String endpoint = environment.getProperty(OTEL_ENDPOINT, "");
        if (endpoint.isEmpty() || TracingProperties.isUsable(endpoint)) {
            return endpoint;
        }
        LOG.atWarn().addKeyValue("value", endpoint).log(OTEL_ENDPOINT + " is no URI of http or https, nothing is traced");
        return "";
    }

    private static @Nullable SpanExporter exporter(String endpoint) {
        if (endpoint.isEmpty()) {
            return null;
        }
        String base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        return new CollectorExporter(
                OtlpHttpSpanExporter.builder().setEndpoint(base + "/v1/traces").setTimeout(EXPORT_TIMEOUT).setCompression("gzip").build());
    }

    private static void count(MeterRegistry registry, Tracing tracing, String fate, ToDoubleFunction<Tracing> count) {
        FunctionCounter.builder("outcry.tracing.traces", tracing, count)
                .tag("fate", fate)
                .description("Traces that began here, and those that did not because there were too many in that second")
                .register(registry);
    }
}
