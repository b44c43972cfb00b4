// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public REST API of this process, called over HTTP like anybody would. */
public final class LocalApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int READINESS_PAUSE_MILLIS = 100;

    private final Supplier<String> baseUrl;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
    private final JsonMapper json = JsonMapper.shared();

    /** @param baseUrl such as {@code http://127.0.0.1:8080}; asked for at every call, since the server starts later than this */
    public LocalApi(Supplier<String> baseUrl) {
        this.baseUrl = baseUrl;
    }

    /**
     * An answer.
     *
     * @param headers of the response
     * @param body the JSON body; null if it is empty or not JSON
     */
    public record Answer(int status, HttpHeaders headers, @Nullable JsonNode body) {

        /** The body of a 2xx answer. */
        public JsonNode ok() {
            if (status / 100 != 2 || body == null) {
                throw new IllegalStateException("the API answered " + status + ": " + body);
            }
            return body;
        }
    }

    /** Where the API is. */
    public String baseUrl() {
        return baseUrl.get();
    }

    /**
     * Sends one request and waits for the answer, 10 s at most.
     *
     * @param key an API key, or null for a public path
     * @param body written as JSON; null for none
     * @param headers more headers: name, value, name, value
     */
    public Answer call(String method, String path, @Nullable String key, @Nullable Object body, String... headers)
            throws IOException, InterruptedException {
        var publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body));
        var request = HttpRequest.newBuilder(URI.create(baseUrl() + path)).timeout(TIMEOUT).method(method, publisher);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<byte[]> response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        boolean isJson = response.headers().firstValue("Content-Type").filter(type -> type.contains("json")).isPresent();
        return new Answer(
                response.statusCode(), response.headers(), isJson && response.body().length > 0 ? json.readTree(response.body()) : null);
    }

    /** Returns when readiness is green; waits as long as it takes, a long log takes a while to replay. */
    public void awaitReady() throws InterruptedException {
        awaitHealth("readiness");
    }

    /** Returns when every service is ready, whether the market is open or not; waits as long as it takes. */
    public void awaitServices() throws InterruptedException {
        awaitHealth("services");
    }

    private void awaitHealth(String group) throws InterruptedException {
        while (!isUp(group)) {
            TimeUnit.MILLISECONDS.sleep(READINESS_PAUSE_MILLIS);
        }
    }

    private boolean isUp(String group) throws InterruptedException {
        try {
            return call("GET", "/actuator/health/" + group, null, null).status() == 200;
        } catch (IOException late) {
            // A machine with other work: not yet is not never.
            return false;
        }
    }
}
