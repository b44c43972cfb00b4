// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.recovery.CommandSource;
import io.outcry.matching.recovery.OutcomeTails;
import io.outcry.matching.recovery.PublishedTail;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The ports of a service, with the bug of the run in them if it is one of theirs. */
final class PlantedPorts {

    private PlantedPorts() {}

    /** What the engine reads. */
    static SimConsumer commands(World world, SimConsumer consumer) {
        return world.bug == Bug.WALL_CLOCK_IN_ENGINE ? consumer.seeing(record -> at(record, world.time.micros())) : consumer;
    }

    private static ConsumerRecord<byte[], byte[]> at(ConsumerRecord<byte[], byte[]> record, long timeUs) {
        OrderCommand command = LogJudge.parse(record).toBuilder().setTimeUs(timeUs).build();
        return new ConsumerRecord<>(
                record.topic(), record.partition(), record.offset(), record.timestamp(), record.timestampType(),
                record.serializedKeySize(), record.serializedValueSize(), record.key(), command.toByteArray(), record.headers(),
                Optional.empty());
    }

    static EngineLimits limits(World world) {
        EngineLimits sound = World.LIMITS;
        return world.bug != Bug.ENGINE_FORGETS_CLIENT_IDS
                ? sound
                : new EngineLimits(
                        2, sound.rememberedTrades(), sound.rememberedClosedOrders(), sound.fillsPerCommand(), sound.instruments(),
                        sound.ordersPerBook(), sound.activationsPerCommand());
    }

    /** Where outcomes are written. */
    static SimProducer outcomes(World world, long deliveryMillis) {
        return new SimProducer(world.kafka, world.time, world.chance, world.faults, deliveryMillis) {
            {
                diesAtSends();
            }

            @Override
            boolean reportsEarly() {
                return world.bug == Bug.SNAPSHOT_BEFORE_ACKNOWLEDGEMENT;
            }

            @Override
            public void close(Duration timeout) {
                if (world.bug != Bug.PUBLISHER_GOES_ON) {
                    super.close(timeout);
                }
            }
        };
    }

    /** Where commands are written. */
    static SimProducer commandLog(World world, long deliveryMillis) {
        return new SimProducer(world.kafka, world.time, world.chance, world.faults, deliveryMillis) {
            @Override
            boolean reportsEarly() {
                return world.bug == Bug.REPLY_BEFORE_WRITE;
            }
        };
    }

    /** What recovery takes for published. */
    static OutcomeTails tails(World world, OutcomeTails sound, String group) {
        return switch (world.bug) {
            case COMMIT_BEFORE_ACKNOWLEDGEMENT -> partition -> tail(
                    world, partition, world.kafka.committed(group).getOrDefault(new TopicPartition(Topics.ORDER_COMMANDS, partition), 0L));
            case SNAPSHOT_BEFORE_ACKNOWLEDGEMENT -> partition -> tail(
                    world, partition, Math.max(sound.read(partition).inputOffset() + 1, world.snapshots.newest(partition)));
            default -> sound;
        };
    }

    /** What a recovery replays. */
    static CommandSource replayed(World world, CommandSource sound, String group) {
        return world.bug != Bug.REPLAY_FROM_COMMITTED_OFFSET
                ? sound
                : (partition, from, to, visitor) -> {
                    long committed = world.kafka.committed(group).getOrDefault(new TopicPartition(Topics.ORDER_COMMANDS, partition), 0L);
                    sound.read(partition, Math.max(from, committed), to, visitor);
                };
    }

    /** As if all outcomes before an offset were there. */
    private static PublishedTail tail(World world, int partition, long nextOffset) {
        return nextOffset == 0
                ? PublishedTail.EMPTY
                : new PublishedTail(
                        nextOffset - 1, nextOffset, PublishedTail.hash(world.log.expectedValue(partition, nextOffset - 1)), null, null);
    }

    /** A command under another client order id. */
    static OrderCommand renamed(OrderCommand command, String clientOrderId) {
        OrderCommand.Builder renamed = command.toBuilder();
        PlaceOrder.Builder order = command.hasPlace() ? renamed.getPlaceBuilder() : renamed.getPlaceScaledBuilder().getOrderBuilder();
        order.setClientOrderId(clientOrderId);
        return renamed.build();
    }
}
