// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A symbol that is asked for before the log that names it has been read. */
@Timeout(60)
class SymbolNotHeardOfTest {

    private final StreamStage stage = new StreamStage();
    private final MarketOnStage market = stage.market;

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void whoAsksInTheFirstMomentsOfAnInstanceWaitsUntilTheLogIsRead() {
        market.read(false);
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"price:NEW-USD\",\"book:NEW-USD\"]}");
            market.define("NEW-USD");
            market.price("NEW-USD", 700);
            assertThat(client.next("subscribed", message -> message.path("op").asString("").equals("subscribed")).get("channels").size())
                    .isEqualTo(2);
            assertThat(client.next("price:NEW-USD").get("price").asString()).isEqualTo("7.00");
        }
    }

    @Test
    void whatComesAfterARequestThatWaitsIsDoneAfterIt() {
        market.read(false);
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"price:NEW-USD\"]}");
            client.send("{\"op\":\"unsubscribe\",\"id\":2,\"channels\":[\"price:NEW-USD\"]}");
            market.price("NEW-USD", 700);
            JsonNode answer = client.next("an answer", message -> message.has("op") || message.path("type").asString("").equals("error"));
            assertThat(answer.path("op").asString("")).as(answer.toString()).isEqualTo("subscribed");
            client.next("unsubscribed", message -> message.path("op").asString("").equals("unsubscribed"));
            assertThat(stage.subscriptions()).isZero();
        }
    }

    @Test
    void aReaderOfEventsWaitsInTheFirstMomentsAsWell() {
        market.read(false);
        CompletableFuture<HttpResponse<Stream<String>>> events = stage.http().sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stage.port() + "/api/v1/stream/prices?symbols=NEW-USD")).build(),
                HttpResponse.BodyHandlers.ofLines());
        market.price("NEW-USD", 700);
        HttpResponse<Stream<String>> opened = events.join();
        assertThat(opened.statusCode()).isEqualTo(200);
        assertThat(opened.body().limit(5)).anyMatch(line -> line.contains("\"price\":\"7.00\""));
        opened.body().close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"book", "trades", "price"})
    void whoAsksForASymbolThatWasCreatedAMomentAgoWaitsUntilItIsHeardOf(String channel) {
        market.heardOfLate("NEW-USD");
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"" + channel + ":NEW-USD\"]}");
            JsonNode answer = client.next("an answer", message -> message.has("op") || message.path("type").asString("").equals("error"));
            assertThat(answer.path("op").asString("")).as(answer.toString()).isEqualTo("subscribed");
        }
    }

    @Test
    void aReaderOfEventsWaitsForANewSymbolAsWell() throws Exception {
        market.heardOfLate("NEW-USD");
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stage.port() + "/api/v1/stream/prices?symbols=NEW-USD")).build();
        HttpResponse<Stream<String>> opened = stage.http().send(request, HttpResponse.BodyHandlers.ofLines());
        assertThat(opened.statusCode()).isEqualTo(200);
        opened.body().close();
    }

    @Test
    void onceTheLogIsReadASymbolThatIsNotInItIsUnknown() {
        market.read(false);
        try (StreamClient client = stage.client()) {
            client.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"price:NO-USD\"]}");
            market.read(true);
            assertThat(client.nextOfType("error").get("code").asString()).isEqualTo("UNKNOWN_SYMBOL");
        }
    }
}
