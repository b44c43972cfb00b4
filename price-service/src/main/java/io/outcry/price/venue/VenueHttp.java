// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** HTTP to one venue: no redirects, no cookies, bounded bodies, bounded JSON. */
final class VenueHttp implements AutoCloseable {

    /** The longest answer that is read. The longest honest one, all of Kraken's tickers, has about 400 bytes for each pair. */
    static final int MAX_BODY_BYTES = 4 << 20;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int BANNED = 418;

    private final HttpClient client;
    private final String baseUrl;
    private final Duration timeout;
    private final InstantSource clock;

    /**
     * @param baseUrl scheme, host and port, perhaps a path; without a slash at its end
     * @param timeout of connecting, and of waiting for the head of an answer
     * @param clock of a venue that does not say what its own shows
     */
    VenueHttp(URI baseUrl, Duration timeout, InstantSource clock) {
        this.baseUrl = baseUrl.toString().replaceAll("/+$", "");
        this.timeout = timeout;
        this.clock = clock;
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
     * @throws ThrottledException for 429 and 418, whatever the body
     * @throws VenueException if the body is too long or not JSON
     */
    HttpAnswer get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(timeout)
                .header("Accept", "application/json")
                .header("User-Agent", "outcry")
                .build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        // Closing it early cuts the connection, so that nobody goes on sending.
        try (InputStream in = response.body()) {
            int status = response.statusCode();
            if (status == TOO_MANY_REQUESTS || status == BANNED) {
                throw new ThrottledException("HTTP " + status, retryAfterSeconds(response.headers()));
            }
            byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                throw new VenueException("HTTP " + status + " with a body of more than " + MAX_BODY_BYTES + " bytes");
            }
            return new HttpAnswer(status, json(status, body), number(response.headers(), "X-MBX-USED-WEIGHT-1M"));
        }
    }

    static JsonNode json(int status, byte[] body) throws VenueException {
        return VenueJson.read(body, "HTTP " + status + " with a body");
    }

    /** So many seconds, or until a date, from now by the venue's own clock (RFC 9110); 0 for neither. More than nine digits are as many. */
    private long retryAfterSeconds(HttpHeaders headers) {
        String text = headers.firstValue("Retry-After").orElse("");
        if (text.matches("[0-9]+")) {
            return text.length() > 9 ? Integer.MAX_VALUE : Long.parseLong(text);
        }
        Optional<Instant> until = date(text);
        Instant now = headers.firstValue("Date").flatMap(VenueHttp::date).orElseGet(clock::instant);
        return until.map(end -> Math.ceilDiv(now.until(end, ChronoUnit.MILLIS), 1_000L)).orElse(0L);
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A header that is not a plain number is none. */
    private static OptionalLong number(HttpHeaders headers, String name) {
        String text = headers.firstValue(name).orElse("");
        return text.matches("[0-9]{1,12}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
