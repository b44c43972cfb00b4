// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.contracts.position.PositionToken;
import io.outcry.contracts.topic.Topics;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.LogEnds;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.position.WatchSteps;
import io.outcry.query.projection.ProjectionParts;
import io.outcry.query.projection.ProjectionSettings;
import io.outcry.query.view.Held;
import io.outcry.query.view.KnownPositions;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import io.outcry.query.view.ViewWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** An instance of query-service below its HTTP: the projection of outcomes, the watch, and reads with and without a token. */
final class QueryProcess {

    private static final String GROUP = "outcry-query";
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_AFTER = Duration.ofMillis(500);
    private static final int WATCH_MILLIS = 250;

    /** Longer than a run: what is forgotten depends on the clock of whoever writes, and the judge of the view has none. */
    private static final Duration RETENTION = Duration.ofDays(7);
    private static final ProjectionSettings SETTINGS = new ProjectionSettings(GROUP, 10_000, 1_000, 10_000, 1_000, 1);

    private final World world;
    private final SimGroup group;
    private @Nullable Running running;

    /** One life of it. */
    private static final class Running {

        private final ViewPositions positions = new ViewPositions(World.PARTITIONS, 1);
        private final LogIds ids = new LogIds();
        private final ProjectionFaults faults = new ProjectionFaults();
        private final SimProducer deadLetters;
        private final SimConsumer consumer;
        private final ViewReader reader;
        private final ViewAges ages;
        private final PositionBarrier barrier;
        private final WatchSteps watch;
        private final VirtualTimers timers;
        private final ProjectionParts projection;
        private final SimGroup.Member member;
        private final Consumer<String> feed = this::heard;
        private final Map<ViewPartition, Long> served = new HashMap<>();
        private final Map<TopicPartition, Long> oldEnds = new HashMap<>();
        private @Nullable ConsumerRecords<byte[], byte[]> polled;
        private long restMillis;

        Running(World world, SimGroup group) {
            for (ViewLog log : ViewLog.values()) {
                ids.observe(log, log.topic());
            }
            RedisClusterAsyncCommands<String, byte[]> redis = SimRedisConnection.to(world.redis);
            ViewGuard guard = new ViewGuard(TIMEOUT, 1_000);
            // Its breaker goes by the real clock; without it every read is asked for.
            guard.close();
            reader = new ViewReader(() -> redis, guard, world.bug == Bug.READER_FORGETS_POSITIONS ? new Forgetful(positions) : positions);
            ages = new ViewAges(positions, world.time, world.time::nanoTime);
            timers = new VirtualTimers(world.time);
            barrier = new PositionBarrier(positions, READ_AFTER, 1_000, timers);
            watch = new WatchSteps(reader, () -> ends(world), ids, positions, ages, world.time::nanoTime);
            deadLetters = world.producer(2_000);
            projection = new ProjectionParts(
                    new ProjectionParts.Ports(
                            SETTINGS, new ViewWriter(() -> redis, TIMEOUT, RETENTION, world.time), positions, ids, faults,
                            new LogProducer(deadLetters, 1, world.time), world.time, world.time::nanoTime, millis -> restMillis += millis),
                    world.shared.projection, world.bug == Bug.PROJECTION_SKIPS_DEDUPE);
            consumer = new SimConsumer(world.kafka, GROUP);
            member = group.join(consumer, projection.assignments());
            world.redis.subscribe(feed);
        }

        private CompletionStage<LogEnds.Ends> ends(World world) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            if (!world.kafka.isReachable()) {
                return CompletableFuture.failedFuture(new org.apache.kafka.common.errors.TimeoutException("no broker answers"));
            }
            for (String topic : new String[]{Topics.ORDER_COMMANDS, Topics.ORDER_OUTCOMES}) {
                World.partitions(topic).forEach(partition -> ends.put(partition, world.kafka.end(partition)));
            }
            ends.put(new TopicPartition(Topics.PRICE_UPDATES, 0), 0L);
            if (world.bug == Bug.AGE_FROM_OLD_END) {
                Map<TopicPartition, Long> old = oldEnds.isEmpty() ? Map.copyOf(ends) : Map.copyOf(oldEnds);
                oldEnds.putAll(ends);
                return CompletableFuture.completedFuture(new LogEnds.Ends(old));
            }
            return CompletableFuture.completedFuture(new LogEnds.Ends(ends));
        }

        private void heard(String message) {
            int blank = message.indexOf(' ');
            ViewPartition partition = new ViewPartition(ViewLog.ORDERS, Integer.parseInt(message, 1, blank, 10));
            positions.observe(partition, ViewPosition.parse(message.substring(blank + 1)));
        }
    }

    /** Knows of no floor. */
    private record Forgetful(ViewPositions positions) implements KnownPositions {

        @Override
        public long floor(ViewPartition partition) {
            return positions.isClosed(partition) ? Long.MAX_VALUE : 0;
        }

        @Override
        public void observe(ViewPartition partition, ViewPosition position) {
            positions.observe(partition, position);
        }
    }

    QueryProcess(World world, SimGroup group) {
        this.world = world;
        this.group = group;
    }

    void start() {
        Running started = new Running(world, group);
        running = started;
        again(started, 0);
        watch(started);
    }

    private void watch(Running life) {
        world.time.after(WATCH_MILLIS, () -> {
            if (running == life) {
                life.watch.run();
                watch(life);
            }
        });
    }

    private void again(Running life, long delayMillis) {
        world.time.after(delayMillis, () -> {
            if (running == life) {
                step(life);
            }
        });
    }

    private void step(Running life) {
        if (life.polled == null) {
            life.member.rebalance();
            life.consumer.most(world.chance.skewed(1, 200));
            life.polled = life.consumer.poll(Duration.ZERO);
            if (world.faults.strikes(world.faults.freeze / (life.polled.isEmpty() ? 200 : 12))) {
                again(life, world.chance.between(200, 9_000));
                return;
            }
        }
        if (life.member.isZombie()) {
            world.faults.note(Happening.TWO_PROJECTIONS);
        }
        ConsumerRecords<byte[], byte[]> records = life.polled;
        life.polled = null;
        life.projection.polled(records, life.consumer);
        world.judge(() -> Violation.unless(life.faults.all().isEmpty(), 6, "the projection has stopped: %s", life.faults.all()));
        long rest = life.restMillis;
        life.restMillis = 0;
        again(life, rest + world.chance.between(2, 80) + world.faults.delay());
    }

    /**
     * A read of one partition.
     *
     * @param token what the view must hold; -1: nothing
     * @param answered is called with the answer and its age in milliseconds, unless the read is refused
     */
    <T> void read(
            ViewPartition partition, long token, Function<ViewReader, Mono<Held<T>>> question, Answered<T> answered) {
        Running life = running;
        if (life == null) {
            return;
        }
        boolean waits = token >= 0 && world.bug != Bug.READ_WITHOUT_WAITING;
        Mono<Void> held = waits ? life.barrier.await(new PositionToken(List.of(token), List.of())) : Mono.empty();
        held.then(Mono.defer(() -> question.apply(life.reader))).subscribe(
                answer -> world.judge(() -> {
                    long before = life.served.merge(partition, answer.position().next(), Math::max);
                    Violation.unless(
                            before == answer.position().next(), 6, "a reader went from %s back to %s of %s", before,
                            answer.position().next(), partition);
                    answered.accept(answer, life.ages.ageMillis(partition, answer.position()));
                }),
                _ -> {});
    }

    /** What a reader is told. */
    interface Answered<T> {

        void accept(Held<T> answer, long ageMillis);
    }

    /** Killed; it comes back. */
    void die() {
        Running life = running;
        if (life == null) {
            return;
        }
        running = null;
        world.faults.note(Happening.DEATH);
        world.redis.unsubscribe(life.feed);
        life.timers.stop();
        world.time.after(world.chance.skewed(200, 5_000), this::start);
    }
}
