// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Symbols of each tier that have a price before the run.
 *
 * @param hot at most 20
 * @param medium at most 180
 * @param cold as many as were asked for, if there are so many
 */
record PriceSymbols(List<String> hot, List<String> medium, List<String> cold) {

    private static final int HOT = 20;
    private static final int MEDIUM = 180;
    private static final int PER_REQUEST = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * Asks for the price of every instrument and goes by the tier in the answer: the one that the server has the symbol in now.
     *
     * @throws IllegalStateException if the server does not answer, or has no symbol with a price in one of the tiers
     */
    static PriceSymbols read(String baseUrl, List<String> symbols, int coldSymbols) {
        List<String> hot = new ArrayList<>();
        List<String> medium = new ArrayList<>();
        List<String> cold = new ArrayList<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int from = 0; from < symbols.size(); from += PER_REQUEST) {
                List<String> some = symbols.subList(from, Math.min(from + PER_REQUEST, symbols.size()));
                for (JsonNode price : prices(client, baseUrl, some)) {
                    String symbol = price.path("symbol").asText();
                    switch (price.path("tier").asText()) {
                        case "HOT" -> hot.add(symbol);
                        case "MEDIUM" -> medium.add(symbol);
                        default -> cold.add(symbol);
                    }
                }
            }
        }
        if (hot.isEmpty() || medium.isEmpty() || cold.isEmpty()) {
            throw new IllegalStateException("symbols with a price: " + hot.size() + " hot, " + medium.size() + " medium, " + cold.size()
                    + " cold; start standalone with --outcry.standalone.more-symbols=1000 and give it half a minute");
        }
        return new PriceSymbols(some(hot, HOT), some(medium, MEDIUM), some(cold, coldSymbols));
    }

    /** 0 hot, 1 medium, 2 cold. */
    List<String> group(int number) {
        return List.of(hot, medium, cold).get(number);
    }

    int size() {
        return hot.size() + medium.size() + cold.size();
    }

    private static List<String> some(List<String> all, int most) {
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    private static JsonNode prices(HttpClient client, String baseUrl, List<String> symbols) {
        URI address = URI.create(baseUrl + "/api/v1/prices?symbols=" + String.join(",", symbols));
        try {
            var response = client.send(HttpRequest.newBuilder(address).timeout(TIMEOUT).build(), BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        address + " answers with status " + response.statusCode() + ": not every symbol is priced yet");
            }
            return new ObjectMapper().readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException("no usable answer from " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + address, e);
        }
    }
}
