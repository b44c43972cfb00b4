// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders of one account that are there before a run: each was sent once and met nobody. */
final class Records {

    private static final int BATCH = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern ORDER_ID = Pattern.compile("\"orderId\":\"(\\d+)\"");
    private static final String ORDER = "{\"symbol\":\"%s\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"timeInForce\":\"%s\","
            + "\"quantity\":\"%s\",\"price\":\"%s\",\"clientOrderId\":\"%s-%d\"}";

    private Records() {}

    /**
     * Places {@code count} orders that expire in batches and returns their ids once the last of them can be read.
     *
     * @param price so low that nobody sells at it
     * @throws IllegalStateException if one was not taken
     */
    static long[] place(String baseUrl, String key, String run, int count, String symbol, String quantity, String price) {
        return place(baseUrl, key, run, count, symbol, "IOC", quantity, price);
    }

    /** As {@link #place}, but they stay on the book. */
    static long[] rest(String baseUrl, String key, String run, int count, String symbol, String quantity, String price) {
        return place(baseUrl, key, run + "r", count, symbol, "GTC", quantity, price);
    }

    private static long[] place(
            String baseUrl, String key, String run, int count, String symbol, String timeInForce, String quantity, String price) {
        long[] ids = new long[count];
        try (HttpClient client = HttpClient.newHttpClient()) {
            int placed = 0;
            String position = "";
            while (placed < count) {
                int size = Math.min(BATCH, count - placed);
                String[] orders = new String[size];
                for (int i = 0; i < size; i++) {
                    orders[i] = ORDER.formatted(symbol, timeInForce, quantity, price, run, placed + i);
                }
                HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(baseUrl + "/api/v1/orders/batch"))
                        .header("Authorization", "Bearer " + key).header("Content-Type", "application/json").timeout(PATIENCE)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"orders\":[" + String.join(",", Arrays.asList(orders)) + "]}"))
                        .build(),
                        HttpResponse.BodyHandlers.ofString());
                Matcher found = ORDER_ID.matcher(answer.body());
                int before = placed;
                while (found.find()) {
                    ids[placed++] = Long.parseLong(found.group(1));
                }
                if (answer.statusCode() != 200 || placed != before + size) {
                    throw new IllegalStateException("of " + size + " orders " + (placed - before) + " were taken, status "
                            + answer.statusCode() + ": " + answer.body().substring(0, Math.min(300, answer.body().length())));
                }
                position = answer.headers().firstValue("Outcry-Position").orElse(Long.toString(ids[placed - 1]));
            }
            awaitReadable(client, baseUrl, key, ids[count - 1], position);
        } catch (IOException e) {
            throw new IllegalStateException("the orders could not be placed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return ids;
    }

    private static void awaitReadable(HttpClient client, String baseUrl, String key, long id, String position)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        HttpRequest read = HttpRequest.newBuilder(URI.create(baseUrl + "/api/v1/orders/" + id)).header("Authorization", "Bearer " + key)
                .header("Outcry-Read-After", position).timeout(PATIENCE).build();
        while (client.send(read, HttpResponse.BodyHandlers.discarding()).statusCode() != 200) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("order " + id + " cannot be read " + PATIENCE + " after it was placed");
            }
        }
    }
}
