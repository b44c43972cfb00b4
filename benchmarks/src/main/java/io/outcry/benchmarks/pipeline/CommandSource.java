// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The commands of all partitions in turn, one symbol each, ready to be written. Each has gone through an engine here, so that its record
 * can say how large its outcome will be.
 */
final class CommandSource {

    /** One symbol. */
    private static final class Lane {

        private final byte[] key;
        private final OrderFlow flow;
        private final CommandApplier applier;
        private long offset;

        Lane(int partition, long seed) {
            String symbol = "LANE" + partition + "-USD";
            key = symbol.getBytes(StandardCharsets.UTF_8);
            flow = new OrderFlow(seed + partition, symbol);
            applier = new CommandApplier(new MatchingEngine(partition, EngineLimits.STANDARD));
        }
    }

    private final OutcomeEncoder encoder = new OutcomeEncoder();
    private final List<Lane> lanes = new ArrayList<>();
    private long written;
    private long commandBytes;
    private long outcomeBytes;

    CommandSource(int partitions, long seed) {
        for (int partition = 0; partition < partitions; partition++) {
            lanes.add(new Lane(partition, seed));
        }
    }

    /**
     * The next command. It must be written, after the ones before it, and nothing else may be.
     *
     * @param dueNanos when it is due, as {@link System#nanoTime} says; zero if it is not timed
     */
    ProducerRecord<byte[], byte[]> next(long dueNanos) {
        int partition = (int) (written++ % lanes.size());
        Lane lane = lanes.get(partition);
        byte[] command = lane.flow.next();
        encoder.write(lane.applier.apply(lane.offset++, command));
        commandBytes += command.length;
        outcomeBytes += encoder.length();
        var record = new ProducerRecord<>(Topics.ORDER_COMMANDS, partition, lane.key, command);
        record.headers().add(ReplyHeader.NAME, ReplyMark.encode(dueNanos, encoder.length()));
        return record;
    }

    /** Commands handed out so far. */
    long count() {
        return written;
    }

    /** Mean bytes of a command's value. */
    double meanCommandBytes() {
        return (double) commandBytes / written;
    }

    /** Mean bytes of an outcome's value. */
    double meanOutcomeBytes() {
        return (double) outcomeBytes / written;
    }
}
