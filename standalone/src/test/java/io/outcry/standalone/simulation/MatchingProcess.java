// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.matching.log.KafkaOutcomeTails;
import io.outcry.matching.log.KafkaRecovery;
import io.outcry.matching.log.KafkaSnapshotSource;
import io.outcry.matching.log.LogReader;
import io.outcry.matching.log.MatchingParts;
import io.outcry.matching.log.SnapshotProperties;
import io.outcry.matching.recovery.CatchUp;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.CommandSource;
import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.recovery.Recovery;
import io.outcry.matching.recovery.ReplayProgress;
import io.outcry.matching.snapshot.ReadAhead;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * An instance of matching-service: its parts, and what its container and its pipeline do around them. It may be killed at any send, and it
 * may be frozen between a poll and what follows, long enough for another to own its partitions when it wakes up.
 */
final class MatchingProcess {

    private static final String GROUP = "outcry-matching";
    private static final long ACKNOWLEDGE_MILLIS = 30_000;
    private static final Duration WAIT = Duration.ofSeconds(30);
    static final SnapshotProperties SNAPSHOTS =
            new SnapshotProperties(8, Duration.ofMillis(300), Duration.ofSeconds(1), DataSize.ofMegabytes(1), 2);

    private final World world;
    private final SimGroup group;
    private @Nullable Running running;

    /** One life of it. */
    private static final class Running {

        private final SimConsumer consumer;
        private final SimProducer outcomes;
        private final SimProducer ticks;
        private final MatchingParts parts;
        private final SimGroup.Member member;
        private final World world;
        private final SnapshotLog snapshots;
        private @Nullable ConsumerRecords<byte[], byte[]> polled;
        private final Consumer<Running> died;
        private boolean ended;

        Running(World world, SimGroup group, Consumer<Running> died) {
            this.world = world;
            this.died = died;
            snapshots = new SnapshotLog(world);
            consumer = PlantedPorts.commands(world, new MatchingConsumer(world));
            outcomes = PlantedPorts.outcomes(world, ACKNOWLEDGE_MILLIS);
            ticks = world.producer(ACKNOWLEDGE_MILLIS);
            parts = new MatchingParts(
                    new MatchingParts.Ports(
                            World.PARTITIONS, this::load, outcomes, ticks, snapshots, SNAPSHOTS, world.chance::number, this::later,
                            world.time, world.time::nanoTime),
                    world.shared.matching);
            member = group.join(consumer, parts.ownership());
        }

        /** A recovery's thread: what it reads, it reads at one moment. */
        private Future<CaughtUp> load(int partition, Consumer<ReplayProgress> replaying) {
            CompletableFuture<CaughtUp> loading = new CompletableFuture<>();
            world.time.after(world.chance.skewed(0, 800) + world.faults.delay(), () -> {
                try (LogReader reader = new LogReader(new SimConsumer(world.kafka, ""), WAIT)) {
                    Recovered recovered = new Recovery(
                            PlantedPorts.tails(world, new KafkaOutcomeTails(reader), GROUP), new KafkaSnapshotSource(reader),
                            PlantedPorts.limits(world), ReadAhead.NONE).recover(partition);
                    world.judge(() -> world.snapshots.recovered(partition, recovered));
                    if (recovered.books() != null) {
                        world.faults.note(Happening.RECOVERY_FROM_SNAPSHOT);
                    }
                    CommandSource commands = PlantedPorts.replayed(world, KafkaRecovery.commands(reader), GROUP);
                    loading.complete(
                            new CatchUp(commands, ReadAhead.NONE, world.time::nanoTime).run(partition, recovered, replaying));
                } catch (RuntimeException e) {
                    loading.completeExceptionally(e);
                }
            });
            return loading;
        }

        /** A snapshot's thread: runs beside the consumer's, some time later. */
        private void later(Runnable work) {
            world.time.after(world.chance.skewed(0, 600) + world.faults.delay(), () -> {
                if (ended) {
                    return;
                }
                try {
                    work.run();
                } catch (ProcessDied e) {
                    world.faults.note(Happening.DEATH_IN_SNAPSHOT);
                    died.accept(this);
                }
            });
        }
    }

    /** A consumer that a bug may make commit too soon. */
    static final class MatchingConsumer extends SimConsumer {

        private final World world;

        MatchingConsumer(World world) {
            super(world.kafka, GROUP);
            this.world = world;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            ConsumerRecords<byte[], byte[]> polled = super.poll(timeout);
            if (world.bug == Bug.COMMIT_BEFORE_ACKNOWLEDGEMENT) {
                polled.nextOffsets()
                        .forEach((partition, offset) -> world.kafka.committed(GROUP).merge(partition, offset.offset(), Math::max));
            }
            return polled;
        }
    }

    MatchingProcess(World world, SimGroup group) {
        this.world = world;
        this.group = group;
    }

    void start() {
        Running started = new Running(world, group, this::die);
        running = started;
        again(started, 0);
    }

    private void again(Running life, long delayMillis) {
        world.time.after(delayMillis, () -> {
            if (running == life) {
                step(life);
            }
        });
    }

    private void step(Running life) {
        try {
            if (life.polled == null && poll(life)) {
                again(life, world.chance.between(200, 9_000));
                return;
            }
            if (life.polled != null) {
                if (life.member.isZombie() && !life.polled.isEmpty()) {
                    world.faults.note(Happening.TWO_OWNERS);
                }
                life.parts.polled(life.polled, life.consumer);
                life.polled = null;
            }
        } catch (ProcessDied e) {
            die(life);
            return;
        }
        look(life);
    }

    /** Returns true if the process is frozen now, with what it has polled in its hands. */
    private boolean poll(Running life) {
        life.member.rebalance();
        life.consumer.most(world.chance.skewed(1, 200));
        life.polled = life.consumer.poll(Duration.ZERO);
        return world.faults.strikes(world.faults.freeze / (life.polled.isEmpty() ? 200 : 12), Happening.FROZEN);
    }

    private void look(Running life) {
        boolean anew = false;
        for (MatchingParts.Place place : life.parts.places()) {
            if (place.state() == PartitionState.FAILED) {
                world.judge(() -> Violation.unless(
                        place.failure().recoverable(), 5, "partition %s stopped: %s", place.partition(), place.failure()));
                anew = true;
            }
        }
        long blocked = life.outcomes.blockedMillis() + life.ticks.blockedMillis();
        if (anew) {
            life.ended = true;
            life.parts.close();
            life.member.leave();
            running = null;
            world.time.after(blocked + 1_000, () -> {
                if (running == null) {
                    start();
                }
            });
        } else {
            again(life, blocked + world.chance.between(2, 80) + world.faults.delay());
        }
    }

    /** Killed; it comes back. */
    void die() {
        Running life = running;
        if (life != null) {
            die(life);
        }
    }

    private void die(Running life) {
        running = null;
        life.ended = true;
        life.snapshots.die();
        world.faults.note(Happening.DEATH);
        life.outcomes.die();
        life.ticks.die();
        world.time.after(world.chance.skewed(200, 6_000), () -> {
            if (running == null) {
                start();
            }
        });
    }
}
