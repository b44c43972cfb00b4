// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** Tells the simulated venues what is to go wrong with them. */
final class VenueControl {

    private static final List<String> VENUES = List.of("binance", "coinbase", "kraken");

    private final String controlUrl;

    VenueControl(String controlUrl) {
        this.controlUrl = controlUrl;
    }

    /** Every answer takes up to half a second, and three of a hundred one to two seconds. */
    void slowDown() {
        VENUES.forEach(venue -> send("PUT", "/venues/" + venue + "/faults/slow-answers"));
    }

    void recover() {
        VENUES.forEach(venue -> send("DELETE", "/venues/" + venue + "/faults"));
    }

    private void send(String method, String path) {
        URI address = URI.create(controlUrl + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5))
                    .method(method, HttpRequest.BodyPublishers.noBody()).build();
            int status = client.send(request, BodyHandlers.discarding()).statusCode();
            if (status != 200) {
                throw new IllegalStateException(method + " " + address + " was answered " + status);
            }
        } catch (IOException e) {
            throw new IllegalStateException("no answer from " + address + ": start standalone with --outcry.standalone.control-port=9100",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + address, e);
        }
    }
}
