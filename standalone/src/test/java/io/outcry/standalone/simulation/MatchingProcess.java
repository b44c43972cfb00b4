// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.log.MatchingParts;
import io.outcry.matching.log.PartitionState;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

/**
 * An instance of matching-service: its parts, and what its container and its pipeline do around them. It may be killed at any send, and it
 * may be frozen between a poll and what follows, long enough for another to own its partitions when it wakes up.
 */
final class MatchingProcess {

    private static final String GROUP = "outcry-matching";
    private static final long ACKNOWLEDGE_MILLIS = 30_000;

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
        private @Nullable ConsumerRecords<byte[], byte[]> polled;

        Running(World world, SimGroup group) {
            consumer = PlantedPorts.commands(world, new MatchingConsumer(world));
            outcomes = PlantedPorts.outcomes(world, ACKNOWLEDGE_MILLIS);
            ticks = world.producer(ACKNOWLEDGE_MILLIS);
            Supplier<Consumer<byte[], byte[]>> tails = () -> PlantedPorts.tail(world, GROUP);
            EngineLimits limits = PlantedPorts.limits(world);
            parts = new MatchingParts(
                    new MatchingParts.Ports(tails, outcomes, ticks, limits, world.time, world.time::nanoTime), world.shared.matching);
            member = group.join(consumer, parts.ownership());
        }
    }

    /** A consumer that a bug may make begin elsewhere, or commit too soon. */
    static final class MatchingConsumer extends SimConsumer {

        private final World world;

        MatchingConsumer(World world) {
            super(world.kafka, GROUP);
            this.world = world;
        }

        @Override
        public void seek(org.apache.kafka.common.TopicPartition partition, long offset) {
            if (world.bug != Bug.REPLAY_FROM_COMMITTED_OFFSET) {
                super.seek(partition, offset);
            }
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
        Running started = new Running(world, group);
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
            die();
            return;
        }
        look(life);
    }

    /** Returns true if the process is frozen now, with what it has polled in its hands. */
    private boolean poll(Running life) {
        life.member.rebalance();
        life.consumer.most(world.chance.skewed(1, 200));
        life.polled = life.consumer.poll(Duration.ZERO);
        boolean frozen = world.faults.strikes(world.faults.freeze / (life.polled.isEmpty() ? 200 : 12));
        if (frozen) {
            world.faults.note(Happening.FROZEN);
        }
        return frozen;
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
        if (life == null) {
            return;
        }
        running = null;
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
