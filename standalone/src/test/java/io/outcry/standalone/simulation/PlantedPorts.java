// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.domain.EngineLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
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

    /** What recovery reads. */
    static SimConsumer tail(World world, String group) {
        SimConsumer tail = new SimConsumer(world.kafka, "");
        return world.bug == Bug.COMMIT_BEFORE_ACKNOWLEDGEMENT ? new CommittedTail(world, group) : tail;
    }

    /** Shows one outcome at the end of the log: that of the last command whose offset was committed. */
    private static final class CommittedTail extends SimConsumer {

        private final World world;
        private final String group;
        private final Map<TopicPartition, Long> read = new HashMap<>();

        CommittedTail(World world, String group) {
            super(world.kafka, "");
            this.world = world;
            this.group = group;
        }

        private long committed(int partition) {
            return world.kafka.committed(group).getOrDefault(new TopicPartition(Topics.ORDER_COMMANDS, partition), 0L);
        }

        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            Map<TopicPartition, Long> ends = super.endOffsets(partitions);
            ends.replaceAll((partition, end) -> partition.topic().equals(Topics.ORDER_OUTCOMES)
                    ? Math.min(1, committed(partition.partition()))
                    : end);
            return ends;
        }

        @Override
        public long position(TopicPartition partition) {
            return read.getOrDefault(partition, 0L);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new HashMap<>();
            for (TopicPartition partition : assignment()) {
                long committed = committed(partition.partition());
                if (partition.topic().equals(Topics.ORDER_OUTCOMES) && committed > 0) {
                    Outcome outcome = Outcome.newBuilder().setInputOffset(committed - 1).setSequence(committed).build();
                    read.put(partition, 1L);
                    polled.put(partition, new ArrayList<>(List.of(
                            new ConsumerRecord<>(partition.topic(), partition.partition(), 0, new byte[0], outcome.toByteArray()))));
                }
            }
            return new ConsumerRecords<>(polled, Map.of());
        }
    }

    /** A command under another client order id. */
    static OrderCommand renamed(OrderCommand command, String clientOrderId) {
        OrderCommand.Builder renamed = command.toBuilder();
        renamed.getPlaceBuilder().setClientOrderId(clientOrderId);
        return renamed.build();
    }
}
