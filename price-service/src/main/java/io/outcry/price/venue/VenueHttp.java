// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** HTTP to one venue: no redirects, no cookies, bounded bodies, bounded JSON. */
final class VenueHttp implements AutoCloseable {

    /** The longest answer that is read. All of Binance's book tickers are about a third of it. */
    static final int MAX_BODY_BYTES = 1 << 20;

    private static final int MAX_JSON_DEPTH = 16;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_JSON_DEPTH)
                    .maxNumberLength(ExactPrice.MAX_LENGTH)
                    .build())
            .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final HttpClient client;
    private final String baseUrl;
    private final Duration timeout;

    /** An HTTP answer of any status. */
    record Answer(int status, JsonNode body) {}

    /**
     * @param baseUrl scheme, host and port, perhaps a path; without a slash at its end
     * @param timeout of connecting, and of waiting for the head of an answer
     */
    VenueHttp(URI baseUrl, Duration timeout) {
        this.baseUrl = baseUrl.toString().replaceAll("/+$", "");
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * The answer to a GET.
     *
     * @param path with its query, already encoded
     * @throws VenueException if the body is too long or not JSON
     */
    Answer get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(timeout)
                .header("Accept", "application/json")
                .header("User-Agent", "outcry")
                .build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BODY_BYTES));
        return answer(response.statusCode(), response.body());
    }

    static Answer answer(int status, byte[] body) throws VenueException {
        try {
            return new Answer(status, JSON.readTree(body));
        } catch (JacksonException e) {
            throw new VenueException("HTTP " + status + " with a body that is not JSON", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
