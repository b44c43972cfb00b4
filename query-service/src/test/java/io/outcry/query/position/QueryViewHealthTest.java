// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class QueryViewHealthTest {

    private final AtomicLong nanos = new AtomicLong();

    /** All instances would be, and nothing could be read any more. */
    @Test
    void aNodeOfAClusterThatIsAwayIsNotRedButSaid() {
        ViewPositions positions = new ViewPositions(1, 1);
        ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10, positions.partitions());
        String[] away = {"none"};
        ViewReader reader = new ViewReader(() -> empty(away), guard, positions);
        LogEnds.Ends ends = new LogEnds.Ends(
                positions.partitions().stream().collect(Collectors.toMap(ViewPartition::topicPartition, _ -> 0L)));
        ViewWatch watch = new ViewWatch(
                reader, () -> CompletableFuture.completedFuture(ends), new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()),
                nanos::get);
        QueryViewHealth health = new QueryViewHealth(watch, new ProjectionFaults(), List::of);
        away[0] = "{o0}";
        watch.round();
        assertThat(health.health().getStatus()).as("one that has just begun knows nothing of it").isEqualTo(Status.DOWN);
        away[0] = "none";
        watch.round();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        away[0] = "{o0}";
        watch.round();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        Health found = health.health();
        guard.close();
        assertThat(found.getStatus()).isEqualTo(Status.UP);
        assertThat(found.getDetails().get("redis")).asString().startsWith("no answer for [o0]: ").endsWith("its node is away");
    }

    @Test
    void onePartitionThatIsBehindIsRedAndSaid() {
        ViewPositions positions = new ViewPositions(1, 1);
        ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10, positions.partitions());
        ViewReader reader = new ViewReader(() -> empty(new String[]{"none"}), guard, positions);
        LogEnds.Ends ends = new LogEnds.Ends(Map.of(
                positions.partitions().getFirst().topicPartition(), 0L, positions.partitions().getLast().topicPartition(), 5L));
        ViewWatch watch = new ViewWatch(
                reader, () -> CompletableFuture.completedFuture(ends), new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()),
                nanos::get);
        watch.round();
        Health found = new QueryViewHealth(watch, new ProjectionFaults(), List::of).health();
        guard.close();
        assertThat(found.getStatus()).isEqualTo(Status.DOWN);
        assertThat(found.getDetails()).doesNotContainKey("o0").containsEntry("x0", "position 0, target 5");
    }

    @Test
    void aNearCacheThatHasNotReadALogAndAProjectionThatHasStoppedAreRedAndSaid() {
        ViewPositions positions = new ViewPositions(1, 1);
        ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10, positions.partitions());
        LogEnds.Ends ends = new LogEnds.Ends(
                positions.partitions().stream().collect(Collectors.toMap(ViewPartition::topicPartition, _ -> 0L)));
        ViewWatch watch = new ViewWatch(
                new ViewReader(() -> empty(new String[]{"none"}), guard, positions), () -> CompletableFuture.completedFuture(ends),
                new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()), nanos::get);
        watch.round();
        guard.close();
        List<TopicPartition> unread = new ArrayList<>();
        ProjectionFaults faults = new ProjectionFaults();
        QueryViewHealth health = new QueryViewHealth(watch, faults, () -> unread);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);

        unread.add(new TopicPartition("instruments.v1", 0));
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails()).containsEntry("nearCache", "the log of [instruments.v1-0] is still being read");
        unread.clear();
        ViewPartition partition = positions.partitions().getFirst();
        faults.assigned(partition, this);
        faults.stopped(partition, this, "a gap");
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails()).containsEntry("stopped o0", "a gap").doesNotContainKey("nearCache");
    }

    @SuppressWarnings("unchecked")
    private static RedisClusterAsyncCommands<String, byte[]> empty(String[] away) {
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                QueryViewHealthTest.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class}, (_, _, arguments) -> {
                    List<String> keys = List.of((String[]) arguments[0]);
                    return new PipelinedRedisFuture<>(keys.getFirst().startsWith(away[0])
                            ? CompletableFuture.failedFuture(new RedisException("its node is away"))
                            : CompletableFuture.completedFuture(keys.stream().map(KeyValue::<String, byte[]>empty).toList()));
                });
    }

    @Test
    void aRedisThatDoesNotAnswerIsRedAndSaysWhy() {
        ViewPositions positions = new ViewPositions(1, 1);
        ViewGuard guard = new ViewGuard(Duration.ofSeconds(1), 10);
        ViewReader reader = new ViewReader(() -> {
            throw new RedisConnectionException("no such host");
        }, guard, positions);
        ViewWatch watch = new ViewWatch(
                reader, CompletableFuture::new, new LogIds(), positions, new ViewAges(positions, Clock.systemUTC()), nanos::get);
        watch.round();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        Health health = new QueryViewHealth(watch, new ProjectionFaults(), List::of).health();
        guard.close();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("redis")).asString().startsWith("no answer for 3000 ms: ").endsWith("no such host");
    }
}
