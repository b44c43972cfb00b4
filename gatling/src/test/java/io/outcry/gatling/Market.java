// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the server lists before the run.
 *
 * @param symbols every instrument, in the server's order
 * @param tickSize smallest price step of the traded symbol
 * @param lotSize smallest quantity step of the traded symbol
 */
record Market(List<String> symbols, BigDecimal tickSize, BigDecimal lotSize) {

    /**
     * Asks {@code GET /api/v1/instruments}.
     *
     * @throws IllegalStateException if the server does not answer or does not list the symbol
     */
    static Market read(String baseUrl, String tradedSymbol) {
        URI address = URI.create(baseUrl + "/api/v1/instruments");
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build();
            var response = client.send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(address + " answers with status " + response.statusCode());
            }
            return of(new ObjectMapper().readTree(response.body()), tradedSymbol);
        } catch (IOException e) {
            throw new IllegalStateException("no usable answer from " + address + ": is Outcry running there?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + address, e);
        }
    }

    private static Market of(JsonNode listed, String tradedSymbol) {
        List<String> symbols = new ArrayList<>();
        for (JsonNode instrument : listed) {
            symbols.add(instrument.path("symbol").asText());
        }
        for (JsonNode instrument : listed) {
            if (instrument.path("symbol").asText().equals(tradedSymbol)) {
                return new Market(
                        List.copyOf(symbols),
                        new BigDecimal(instrument.path("tickSize").asText()),
                        new BigDecimal(instrument.path("lotSize").asText()));
            }
        }
        throw new IllegalStateException("the server does not list " + tradedSymbol + " but " + symbols);
    }
}
