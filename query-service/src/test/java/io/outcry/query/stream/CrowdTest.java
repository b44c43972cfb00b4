// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static io.outcry.query.stream.MarketOnStage.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.v1.Side;
import io.outcry.query.stream.fanout.StreamLimits;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Many clients that come and go, and what they put together from what they get. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class CrowdTest {

    private static final int ROUNDS = 20;
    private static final int CROWD = 100;

    @Test
    void afterManyHaveComeAndGoneNothingIsLeftOfThem() {
        try (StreamStage stage = new StreamStage()) {
            stage.market.define("BTC-USD");
            stage.market.price("BTC-USD", 1);
            for (int round = 0; round < ROUNDS; round++) {
                List<StreamClient> crowd = new ArrayList<>();
                for (int i = 0; i < CROWD; i++) {
                    StreamClient client = stage.client(i % 2 == 0 ? StreamStage.ALICE : null);
                    client.send("{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\",\"book:BTC-USD\",\"trades:BTC-USD\""
                            + (i % 2 == 0 ? ",\"orders\"" : "") + "]}");
                    crowd.add(client);
                    stage.market.price("BTC-USD", 1 + i);
                    stage.market.levels("BTC-USD", level(Side.SIDE_BUY, 100 + i, 1 + round));
                }
                // Some say goodbye, some hang up, some of these before they were answered.
                for (int i = 0; i < CROWD; i++) {
                    if (i % 3 == 0) {
                        crowd.get(i).close();
                    } else {
                        crowd.get(i).vanish();
                    }
                }
                StreamStage.await("round " + round + " has left nothing", stage::isEmpty);
            }
        }
    }

    @Test
    void oneMoreThanMayComeIsAskedToComeLater() {
        StreamLimits two = new StreamLimits(2, 100, 8, 20, 1_024, 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(60),
                Duration.ofHours(1));
        try (StreamStage stage = new StreamStage(two)) {
            try (StreamClient first = stage.client(); StreamClient second = stage.client()) {
                assertThatThrownBy(stage::client).cause()
                        .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> {
                            assertThat(refused.getResponse().statusCode()).isEqualTo(503);
                            assertThat(refused.getResponse().headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 5L);
                        });
                first.nextOfType("heartbeat");
                second.nextOfType("heartbeat");
            }
            StreamStage.await("both are gone", stage::isEmpty);
            stage.client().close();
        }
    }

    /** Whatever was conflated, missed and resumed: the client's book is the market's. */
    @Test
    void aBookPutTogetherByAClientWhoComesAndGoesIsTheBooks() {
        long seed = Long.getLong("stream.seed", 20_251_121);
        SplittableRandom random = new SplittableRandom(seed);
        try (StreamStage stage = new StreamStage()) {
            stage.market.define("BTC-USD");
            TreeMap<String, String> bids = new TreeMap<>();
            long sequence = -1;
            for (int visit = 0; visit < 40; visit++) {
                change(stage, random, random.nextInt(2 * StreamStage.HISTORY));
                try (StreamClient client = stage.client()) {
                    client.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"]"
                            + (sequence < 0 ? "" : ",\"resume\":{\"book:BTC-USD\":[77," + sequence + "]}") + "}");
                    client.next("the answer", message -> message.has("op"));
                    change(stage, random, 1 + random.nextInt(50));
                    long newest = stage.market.book("BTC-USD").sequence();
                    while (sequence < newest) {
                        sequence = apply(client.next("book:BTC-USD"), sequence, bids);
                    }
                }
                List<String> rebuilt = bids.descendingMap().entrySet().stream()
                        .map(level -> "[\"" + level.getKey() + "\",\"" + level.getValue() + "\"]").toList();
                assertThat(rebuilt).as("visit %d, seed %d", visit, seed).isEqualTo(stage.market.bids("BTC-USD"));
            }
        }
    }

    private static void change(StreamStage stage, SplittableRandom random, int times) {
        for (int i = 0; i < times; i++) {
            stage.market.levels("BTC-USD", level(Side.SIDE_BUY, 100 + random.nextInt(50), random.nextInt(3)));
            if (random.nextInt(4) == 0) {
                stage.market.elsewhere();
            }
        }
    }

    private static long apply(JsonNode message, long sequence, Map<String, String> bids) {
        if (message.get("type").asString().equals("snapshot")) {
            bids.clear();
        } else {
            assertThat(message.get("first").asLong()).isEqualTo(sequence + 1);
        }
        for (JsonNode level : message.get("bids")) {
            if (level.get(1).asString().equals("0")) {
                bids.remove(level.get(0).asString());
            } else {
                bids.put(level.get(0).asString(), level.get(1).asString());
            }
        }
        return message.get("sequence").asLong();
    }
}
