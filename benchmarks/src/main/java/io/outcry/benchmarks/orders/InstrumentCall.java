// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Creates the instrument that orders are about, through the admin API. */
final class InstrumentCall {

    private static final String RULES = """
            {"baseAsset":"BTC","quoteAsset":"USD","priceScale":2,"quantityScale":5,"tickSize":"0.01","lotSize":"0.00001",
             "minQuantity":"0.00001","maxQuantity":"1000","makerFeeBps":10,"takerFeeBps":20,"tier":"HOT"}""";

    private final int port;

    InstrumentCall(int port) {
        this.port = port;
    }

    /**
     * Asks until the engine has answered, which it does when it is up.
     *
     * @throws IOException if it does not in time
     */
    void create(Duration limit) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/api/v1/admin/instruments/" + OrderRequests.SYMBOL))
                .header("Authorization", "Bearer " + OrdersWorker.ADMIN_KEY).header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(RULES)).build();
        long end = System.nanoTime() + limit.toNanos();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            while (answer.statusCode() / 100 != 2) {
                if (System.nanoTime() > end) {
                    throw new IOException("no instrument after " + limit + ": " + answer.statusCode() + " " + answer.body());
                }
                answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            }
        }
    }
}
