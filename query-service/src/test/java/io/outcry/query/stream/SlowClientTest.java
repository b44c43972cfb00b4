// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that does not read holds at most what its socket and one buffer hold, delays nobody, and gets what is true when it reads. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class SlowClientTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LEVELS = 200;
    private static final int LARGE = 50_000;
    private static final int SMALL_BUFFER = 4_096;
    /** The high watermark, and the largest frame of this test beyond it. */
    private static final long MOST_BYTES = 64 * 1024 + 32 * 1024;
    /** Channels that one message may name, and bytes of the error for each. */
    private static final int WRONG = 1_024;
    private static final long ANSWER_BYTES = WRONG * 160;
    private static final int REQUESTS = 60;

    @Test
    void oneThatNeverReadsIsCutAndOthersMissNothing() {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(1)))) {
            stage.market.define("BTC-USD");
            stage.market.price("BTC-USD", 1);
            try (StreamClient other = stage.client(); RawClient stalled = new RawClient(stage.port(), SMALL_BUFFER)) {
                other.subscribe("price:BTC-USD");
                other.next("price:BTC-USD");
                stalled.text("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"]}");
                StreamStage.await("it is subscribed", () -> stage.subscriptions() == 2);
                long most = 0;
                int prices = 1;
                while (stage.ended(EndReason.SLOW) == 0) {
                    changeBook(stage, prices);
                    stage.market.price("BTC-USD", ++prices);
                    assertThat(other.next("price:BTC-USD").get("conflated").asLong()).isZero();
                    most = Math.max(most, stage.bytes());
                }
                assertThat(most).isBetween(1L, MOST_BYTES);
                StreamStage.await("it is gone", () -> stage.counts.connections() == 1 && stage.subscriptions() == 1);
                stage.market.price("BTC-USD", ++prices);
                assertThat(other.next("price:BTC-USD").get("sequence").asInt()).isEqualTo(prices);
            }
            StreamStage.await("nothing is left", stage::isEmpty);
        }
    }

    @Test
    void oneThatReadsLateGetsWhatIsTrueThenAndHowMuchBecameOne() {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(30)))) {
            stage.market.define("BTC-USD");
            stage.market.price("BTC-USD", 1);
            try (RawClient late = new RawClient(stage.port(), SMALL_BUFFER)) {
                late.text("{\"op\":\"subscribe\",\"channels\":[\"price:BTC-USD\",\"book:BTC-USD\"]}");
                StreamStage.await("it is told the first price",
                        () -> stage.subscriptions() == 2 && stage.count("outcry.stream.delivered") > 0);
                int prices = 1;
                while (stage.bytes() < SMALL_BUFFER) {
                    changeBook(stage, prices);
                    stage.market.price("BTC-USD", ++prices);
                }
                for (int i = 0; i < 1_000; i++) {
                    stage.market.price("BTC-USD", ++prices);
                }
                int all = prices;
                List<JsonNode> seen = late.readUntil(message -> isNumbered(JSON.readTree(message), "price:BTC-USD", all)).stream()
                        .map(JSON::readTree).filter(message -> message.path("type").asString("").equals("price")).toList();
                long conflated = seen.stream().mapToLong(message -> message.get("conflated").asLong()).sum();
                assertThat(conflated).isPositive();
                // Every price was either seen or counted.
                assertThat(seen.size() + conflated).isEqualTo(all);
            }
        }
    }

    @Test
    void oneThatDoesNotReadALargeBookIsHeldToAPartOfItAndAnotherGetsItWhole() {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(30)))) {
            stage.market.define("BTC-USD");
            stage.market.turnBook("BTC-USD", LARGE, 0);
            try (RawClient stalled = new RawClient(stage.port(), SMALL_BUFFER); StreamClient other = stage.client()) {
                stalled.text("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"]}");
                StreamStage.await("it is blocked", () -> stage.count("outcry.stream.blocked") == 1);
                assertThat(stage.bytes()).isLessThanOrEqualTo(MOST_BYTES);
                other.subscribe("book:BTC-USD");
                List<String> bids = new ArrayList<>();
                for (boolean more = true; more;) {
                    JsonNode part = other.next("book:BTC-USD");
                    part.get("bids").forEach(level -> bids.add(level.toString()));
                    more = part.has("more");
                }
                assertThat(bids).isEqualTo(stage.market.bids("BTC-USD"));
            }
            StreamStage.await("nothing is left", stage::isEmpty);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"price:BTC-USD", "price:NO-SUCH"})
    void oneThatAsksForLongAnswersAndTakesNoneIsHeldToOneOfThem(String first) {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(30)))) {
            stage.market.define("BTC-USD");
            try (RawClient stalled = new RawClient(stage.port(), SMALL_BUFFER)) {
                String wrong = "{\"op\":\"subscribe\",\"channels\":[" + "\"a\",".repeat(WRONG - 1) + "\"a\"]}";
                Thread sender = Thread.ofPlatform().start(() -> {
                    stalled.text("{\"op\":\"subscribe\",\"channels\":[\"" + first + "\"]}");
                    for (int i = 0; i < REQUESTS; i++) {
                        stalled.text(wrong);
                    }
                });
                long most = 0;
                for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1); most == 0 || System.nanoTime() < end;) {
                    most = Math.max(most, stage.bytes());
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                assertThat(most).isBetween(1L, 64 * 1024 + ANSWER_BYTES);
                int answers = 0;
                while (answers < REQUESTS * WRONG) {
                    answers += stalled.readUntil(message -> message.contains("\"channel\":\"a\"")).size();
                }
                sender.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            StreamStage.await("nothing is left", stage::isEmpty);
        }
    }

    /** More prices than it takes: there is always something that waits for it. */
    @Test
    void oneThatNeverCatchesUpIsHeardAllTheSame() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(30)))) {
            String names = IntStream.range(0, WRONG).peek(i -> stage.market.define("S" + i)).mapToObj(i -> "\"price:S" + i + "\"")
                    .collect(Collectors.joining(","));
            Thread market = Thread.ofPlatform().start(() -> {
                for (int price = 1; !over.get(); price++) {
                    for (int i = 0; i < WRONG; i++) {
                        stage.market.price("S" + i, price);
                    }
                }
            });
            try (RawClient late = new RawClient(stage.port(), SMALL_BUFFER)) {
                late.text("{\"op\":\"subscribe\",\"channels\":[" + names + "]}");
                for (int i = 0; i < 100; i++) {
                    slowly(late);
                }
                late.text("{\"op\":\"unsubscribe\",\"channels\":[" + names + "]}");
                StreamStage.await("it is heard", () -> {
                    slowly(late);
                    return stage.subscriptions() == 0;
                });
            } finally {
                over.set(true);
                market.join();
            }
            StreamStage.await("nothing is left", stage::isEmpty);
        }
    }

    private static void slowly(RawClient late) {
        late.skip(SMALL_BUFFER);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }

    @Test
    void oneThatDoesNotReadLivesNoLongerThanOthers() {
        StreamLimits brief = new StreamLimits(
                10, 100, 8, 20, 1_024, 1 << 20, Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(2));
        try (StreamStage stage = new StreamStage(brief)) {
            stage.market.define("BTC-USD");
            try (RawClient stalled = new RawClient(stage.port(), SMALL_BUFFER)) {
                stalled.text("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"]}");
                StreamStage.await("it is subscribed", () -> stage.subscriptions() == 1);
                stage.block("BTC-USD");
                StreamStage.await("its time is over", () -> stage.ended(EndReason.LIFETIME) == 1);
                StreamStage.await("it is gone", stage::isEmpty);
            }
        }
    }

    private static boolean isNumbered(JsonNode message, String channel, int sequence) {
        return message.path("channel").asString("").equals(channel) && message.path("sequence").asInt(-1) == sequence;
    }

    private static void changeBook(StreamStage stage, int turn) {
        stage.market.turnBook("BTC-USD", LEVELS, turn);
    }

    @Test
    void reportsThatAreMissingAreAnnouncedAndTheOpenOrdersComeAgain() {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(30)))) {
            stage.market.define("BTC-USD");
            try (RawClient late = new RawClient(stage.port(), SMALL_BUFFER)) {
                late.text("{\"op\":\"auth\",\"token\":\"" + StreamStage.ALICE + "\"}");
                late.text("{\"op\":\"subscribe\",\"channels\":[\"orders\",\"trades:BTC-USD\"]}");
                StreamStage.await("it is subscribed", () -> stage.subscriptions() == 2);
                int reports = 0;
                while (stage.count("outcry.stream.dropped") == 0 && reports < 100_000) {
                    stage.market.rest("BTC-USD", "alice", 100, 1);
                    stage.market.trade("BTC-USD", 100, 1, "alice", "bob");
                    reports += 2;
                    if (stage.bytes() > SMALL_BUFFER && reports % 10_000 == 0) {
                        // It reads a little, so that the server finds out what it cannot give any more.
                        late.skip(200_000);
                    }
                }
                for (int i = 0; i < 4 * StreamStage.HISTORY; i++) {
                    stage.market.rest("BTC-USD", "alice", 100, 1);
                    stage.market.trade("BTC-USD", 100, 1, "alice", "bob");
                    reports += 2;
                }
                int all = reports;
                assertThat(late.readUntil(message -> isNumbered(JSON.readTree(message), "orders", all)).stream().map(JSON::readTree))
                        .anyMatch(message -> message.path("channel").asString("").equals("orders")
                                && message.get("type").asString().equals("resync") && message.get("dropped").asLong() > 0);
            }
        }
    }
}
