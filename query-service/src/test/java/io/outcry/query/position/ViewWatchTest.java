// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.PositionFeed;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A topic is gone, or Redis has become another one: that is told once each time, a missing topic after it has lasted. */
class ViewWatchTest {

    @RegisterExtension
    private final ToldLines said = ToldLines.of(ViewWatch.class);

    private final AtomicLong nanos = new AtomicLong();
    private final ViewPositions positions = new ViewPositions(1, 1);
    private final ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10, positions.partitions());
    private final ViewReader reader = new ViewReader(this::redis, guard, positions);
    private final LogIds ids = new LogIds();
    private final ViewWatch watch =
            new ViewWatch(reader, this::ask, ids, positions, new ViewAges(positions, Clock.systemUTC()), nanos::get);
    private final Map<String, String> stored = new HashMap<>();
    private boolean away;
    private String nodeAway = "none";
    private boolean gone;
    private CompletableFuture<LogEnds.Ends> ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of()));

    private CompletionStage<LogEnds.Ends> ask() {
        if (ends == null) {
            throw new OutOfMemoryError("no room");
        }
        return gone ? CompletableFuture.failedFuture(new UnknownTopicOrPartitionException("no such topic")) : ends;
    }

    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<String, byte[]> redis() {
        if (away) {
            throw new RedisException("away");
        }
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                ViewWatchTest.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class}, (_, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("mget");
                    if (((String[]) arguments[0])[0].startsWith(nodeAway)) {
                        return new PipelinedRedisFuture<>(CompletableFuture.failedFuture(new RedisException("its node is away")));
                    }
                    return new PipelinedRedisFuture<>(CompletableFuture.completedFuture(
                            Arrays.stream((String[]) arguments[0]).map(this::value).toList()));
                });
    }

    private KeyValue<String, byte[]> value(String key) {
        String value = stored.get(key);
        return value == null ? KeyValue.empty(key) : KeyValue.just(key, value.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        guard.close();
    }

    @BeforeEach
    void learn() {
        ids.observe(ViewLog.ORDERS, "orders");
        ids.observe(ViewLog.PRICES, "prices");
    }

    @Test
    void anAnswerThatIsLateDoesNotOpenAPartitionThatHasBecomeThatOfAnotherLog() {
        ViewPartition partition = positions.partitions().getFirst();
        LogEnds.Ends five = new LogEnds.Ends(Map.of(partition.topicPartition(), 5L));
        stored.put("{o0}:pos", "5:4:5:0:0:0");
        stored.put("{o0}:log", "1:orders");
        ends = new CompletableFuture<>();
        watch.round();
        stored.put("{o0}:log", "1:others");
        ends.complete(five);
        watch.round();
        assertThat(positions.isClosed(partition)).isTrue();
        assertThat(watch.findings().getFirst().objection()).contains("another log");
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).hasSize(1);

        stored.put("{o0}:log", "0:orders");
        watch.round();
        assertThat(said.list()).as("what is made anew is no error").filteredOn(line -> line.getLevel() == Level.ERROR).hasSize(1);
        assertThat(positions.isClosed(partition)).isTrue();

        stored.put("{o0}:log", "1:orders");
        watch.round();
        assertThat(positions.isClosed(partition)).isFalse();
    }

    @Test
    void thatTheEndOfALogIsNotKnownIsSaidOnceEachTime() {
        away = true;
        gone = true;
        watchFor(4);
        assertThat(ends()).as("it may be a moment").isEmpty();
        watchFor(60);
        assertThat(ends()).singleElement().satisfies(line -> assertThat(line.getKeyValuePairs().toString()).contains("no such topic"));
        gone = false;
        watchFor(1);
        gone = true;
        watchFor(60);
        assertThat(ends()).hasSize(2);
    }

    /** Whoever calls it would call it no more. */
    @Test
    void aRoundForWhichThereIsNoMemoryIsToldAndIsNotTheLast() {
        ends = null;
        assertThatNoException().isThrownBy(watch::round);
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).singleElement()
                .satisfies(line -> assertThat(line.getThrowableProxy().getMessage()).isEqualTo("no room"));
    }

    @Test
    void aNodeThatIsAwayHindersOnlyItsOwnPartitions() {
        ViewPartition orders = positions.partitions().getFirst();
        ViewPartition prices = positions.partitions().getLast();
        stored.putAll(Map.of("{o0}:pos", "5:4:5:0:0:0", "{o0}:log", "1:orders", "{x0}:pos", "5:4:5:0:0:0", "{x0}:log", "1:prices"));
        ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of(orders.topicPartition(), 5L, prices.topicPartition(), 9L)));
        nodeAway = "{x0}";
        watchFor(1);
        assertThat(positions.isClosed(orders)).isFalse();
        assertThat(positions.isClosed(prices)).isTrue();
        assertThat(watch.knowsAll()).isFalse();
        assertThat(watch.silentMillis()).isEmpty();
        assertThat(watch.silent()).containsExactly(prices);
        assertThat(redisLines()).as("Redis may come some time after us").isEmpty();
        watchFor(60);
        assertThat(redisLines()).singleElement().satisfies(line -> assertThat(line.getKeyValuePairs().toString())
                .contains("[x0]", "its node is away"));

        nodeAway = "none";
        watchFor(1);
        assertThat(watch.knowsAll()).isTrue();
        assertThat(watch.silent()).isEmpty();
        assertThat(positions.newest(prices).next()).isEqualTo(5);
        nodeAway = "{o0}";
        stored.put("{x0}:pos", "7:6:7:0:0:0");
        watchFor(30);
        assertThat(positions.newest(prices).next()).as("what can be read is looked at").isEqualTo(7);
        assertThat(watch.findings()).extracting(ViewWatch.Finding::at).as("what cannot stays as it was").containsExactly(5L, 7L);
        assertThat(redisLines()).extracting(ILoggingEvent::getMessage)
                .containsExactly("Redis does not answer", "Redis answers", "Redis does not answer");
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).isEmpty();
        assertThat(guard.isOpen(orders)).isTrue();
        assertThat(guard.isOpen(prices)).isFalse();
    }

    @Test
    void aLogWhoseEndIsNotKnownHindersOnlyItsOwnPartition() {
        ViewPartition orders = positions.partitions().getFirst();
        ViewPartition prices = positions.partitions().getLast();
        stored.putAll(Map.of("{o0}:pos", "5:4:5:0:0:0", "{o0}:log", "1:orders", "{x0}:pos", "5:4:5:0:0:0", "{x0}:log", "1:prices"));
        ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of(orders.topicPartition(), 9L)));
        watchFor(1);
        assertThat(positions.isClosed(orders)).isFalse();
        assertThat(positions.isClosed(prices)).isTrue();

        ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of(orders.topicPartition(), 9L, prices.topicPartition(), 7L)));
        watchFor(1);
        assertThat(positions.isClosed(prices)).isFalse();
        ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of(orders.topicPartition(), 11L)));
        watchFor(1);
        assertThat(positions.isClosed(prices)).isFalse();
        assertThat(watch.findings()).extracting(ViewWatch.Finding::lag).as("what is not known stays as it was").containsExactly(6L, 2L);
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).isEmpty();
    }

    @Test
    void theSilenceOfRedisCountsFromItsLastAnswerWhichIsToldOnce() {
        watchFor(60);
        assertThat(watch.silentMillis()).isEmpty();
        assertThat(redisLines()).extracting(ILoggingEvent::getMessage).containsExactly("Redis answers");
        away = true;
        watchFor(2);
        assertThat(watch.silentMillis()).hasValue(2_000);
    }

    @Test
    void aPositionBeyondTheEndOfItsLogClosesThePartitionAndIsToldOnce() {
        ViewPartition partition = positions.partitions().getFirst();
        stored.putAll(Map.of("{o0}:pos", "5:4:5:0:0:0", "{o0}:log", "1:orders"));
        ends = CompletableFuture.completedFuture(new LogEnds.Ends(Map.of(partition.topicPartition(), 5L)));
        watchFor(1);
        assertThat(positions.isClosed(partition)).as("at the end").isFalse();
        stored.put("{o0}:pos", "6:5:6:0:0:0");
        watchFor(2);
        assertThat(positions.isClosed(partition)).as("behind the end").isTrue();
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).singleElement()
                .satisfies(line -> assertThat(line.getMessage()).isEqualTo("Redis holds the view of another log: flush it"));
    }

    @Test
    void thePositionOfAnotherLogIsNotTaken() {
        ViewPartition partition = positions.partitions().getFirst();
        stored.putAll(Map.of("{o0}:pos", "5:4:5:0:0:0", "{o0}:log", "1:others"));
        watchFor(1);
        assertThat(watch.findings().getFirst().objection()).contains("another log");
        assertThat(positions.newest(partition)).isEqualTo(ViewPosition.EMPTY);
    }

    private List<ILoggingEvent> redisLines() {
        return said.list().stream().filter(line -> line.getMessage().startsWith("Redis ")).toList();
    }

    private void watchFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            watch.round();
        }
    }

    private List<ILoggingEvent> ends() {
        return said.list().stream().filter(line -> line.getMessage().startsWith("Kafka does not say")).toList();
    }

    @Test
    void whoStopsItFindsNoComparisonUnderWay() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        ViewReader slow = new ViewReader(() -> {
            asked.countDown();
            lateAfterInterrupt();
            ended.set(true);
            throw new RedisException("away");
        }, guard, positions);
        try (RedisLink nowhere = new RedisLink("redis://127.0.0.1:1", false, Duration.ofSeconds(1), Duration.ofSeconds(1));
                LogEnds unknown = new LogEnds(Map.of("bootstrap.servers", "127.0.0.1:1"), positions.partitions())) {
            ViewWatch started = new ViewWatch(nowhere, slow, new PositionFeed(positions.partitions()), unknown, positions, List.of(),
                    Duration.ofMillis(100), Duration.ofSeconds(1));
            started.start();
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            started.stop();
            assertThat(ended).isTrue();
        }
    }

    /** What it waits for does not come; it takes a moment to end once it is told to. */
    private static void lateAfterInterrupt() {
        CountDownLatch never = new CountDownLatch(1);
        try {
            never.await();
        } catch (InterruptedException told) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
        }
    }
}
