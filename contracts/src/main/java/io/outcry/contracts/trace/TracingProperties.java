// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which requests are traced, and where their traces go.
 *
 * @param endpoint of an OpenTelemetry collector, for example {@code http://collector:4318}: traces go to {@code /v1/traces} there (OTLP
 *     over HTTP); empty: what {@code OTEL_EXPORTER_OTLP_ENDPOINT} says, and without it nothing is traced
 * @param probability part of the requests that are traced without being asked to, 0 to 1; one with a {@code traceparent} is traced if that
 *     says so
 * @param mostPerSecond traces that begin here in a second, by chance and because clients ask for it, 1 to 100,000; one more is not traced
 */
@ConfigurationProperties("outcry.tracing")
public record TracingProperties(
        @DefaultValue("") String endpoint, @DefaultValue("0.01") double probability, @DefaultValue("100") int mostPerSecond) {

    public TracingProperties {
        require(endpoint.isEmpty() || endpoint.startsWith("http://") || endpoint.startsWith("https://"), "endpoint", endpoint);
        require(probability >= 0 && probability <= 1, "probability", probability);
        require(mostPerSecond >= 1 && mostPerSecond <= 100_000, "most-per-second", mostPerSecond);
    }

    private static void require(boolean valid, String name, Object value) {
        if (!valid) {
            throw new IllegalArgumentException("outcry.tracing." + name + " is out of range: " + value);
        }
    }
}
