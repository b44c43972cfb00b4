// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.trace;

import io.outcry.contracts.setting.Setting;
import java.net.URI;
import java.net.URISyntaxException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which requests are traced, and where their traces go.
 *
 * @param endpoint Address of an OpenTelemetry collector (http or https), for example {@code http://collector:4318}: traces go to
 *     {@code /v1/traces} there (OTLP over HTTP). If empty, {@code OTEL_EXPORTER_OTLP_ENDPOINT} counts, and without that nothing is traced
 * @param probability Part of the requests without a {@code traceparent} that are traced, 0 to 1; a request with one is traced if that says
 *     so
 * @param mostPerSecond Traces that may begin in this process in a second, by chance and because clients ask for it, 1 to 100,000; one more
 *     is not traced
 */
@ConfigurationProperties("outcry.tracing")
public record TracingProperties(
        @DefaultValue("") String endpoint, @DefaultValue("0.01") double probability, @DefaultValue("100") int mostPerSecond) {

    public TracingProperties {
        if (!endpoint.isEmpty() && !isUsable(endpoint)) {
            throw new IllegalArgumentException("outcry.tracing.endpoint must be a URI of http or https, not " + endpoint);
        }
        Setting.between("outcry.tracing.probability", probability, 0.0, 1.0);
        Setting.between("outcry.tracing.most-per-second", mostPerSecond, 1, 100_000);
    }

    /** Whether traces can be sent there. */
    static boolean isUsable(String endpoint) {
        try {
            URI uri = new URI(endpoint);
            // Not its host: to Java a name with an underscore is none, and containers have such names.
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getRawAuthority() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
