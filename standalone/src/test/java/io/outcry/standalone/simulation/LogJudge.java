// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.JudgedEngine;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Looks at each record as it comes onto the log: every outcome must be the bytes that an undisturbed engine gives its command, the first of
 * each must come without a gap, the hash chain must be the one of those bytes, and the undisturbed engine itself must agree with the
 * rules. Invariants 3 to 6, and the half of 1 that is about outcomes.
 */
final class LogJudge {

    private final List<Partition> partitions;
    private final EngineLimits limits;

    /** What is known of one partition. */
    private static final class Partition {

        private final JudgedEngine engine;
        private final List<byte[]> expected = new ArrayList<>();
        private final OutcomeChain chain = new OutcomeChain(0);
        private final List<byte[]> points = new ArrayList<>();
        private final List<Outcome> parsed = new ArrayList<>();
        private final List<ConsumerRecord<byte[], byte[]>> commands = new ArrayList<>();
        private final List<Integer> inputs = new ArrayList<>();
        private int published;
        private int repeated;

        Partition(JudgedEngine engine) {
            this.engine = engine;
        }
    }

    LogJudge(int partitions, EngineLimits limits) {
        this.limits = limits;
        this.partitions = IntStream.range(0, partitions).mapToObj(number -> new Partition(new JudgedEngine(number, limits))).toList();
    }

    void appended(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(Topics.ORDER_COMMANDS)) {
            command(partitions.get(record.partition()), record);
        } else if (record.topic().equals(Topics.ORDER_OUTCOMES)) {
            outcome(partitions.get(record.partition()), record);
        }
    }

    private static void command(Partition partition, ConsumerRecord<byte[], byte[]> record) {
        byte[] outcome;
        try {
            outcome = partition.engine.apply(record.offset(), record.value(), parse(record));
        } catch (AssertionError | IllegalStateException e) {
            throw new Violation(4, "the command at " + record.offset() + ": " + e.getMessage());
        }
        partition.commands.add(record);
        ChainPoint point = partition.chain.add(partition.expected.size() + 1, outcome, outcome.length);
        partition.points.add(point == null ? new byte[0] : point.header());
        partition.expected.add(outcome);
        partition.parsed.add(parse(outcome));
    }

    private static void outcome(Partition partition, ConsumerRecord<byte[], byte[]> record) {
        Outcome outcome = parse(record.value());
        int input = (int) outcome.getInputOffset();
        Violation.unless(input < partition.expected.size(), 1, "an outcome of command %s, which is not on the log", input);
        Violation.unless(
                Arrays.equals(partition.expected.get(input), record.value()), 5, "the outcome of command %s is\n%sundisturbed it is\n%s",
                input, outcome, partition.parsed.get(input));
        Violation.unless(input <= partition.published, 6, "outcome of command %s after that of %s", input, partition.published - 1);
        Violation.unless(
                Arrays.equals(header(ReplyHeader.NAME, record), header(ReplyHeader.NAME, partition.commands.get(input))), 1,
                "the outcome of command %s goes to another", input);
        Violation.unless(
                Arrays.equals(header(ChainPoint.HEADER, record), partition.points.get(input)), 5,
                "the outcome of command %s carries another hash chain", input);
        partition.inputs.add(input);
        if (input == partition.published) {
            partition.published++;
        } else {
            partition.repeated++;
        }
    }

    private static byte[] header(String name, ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(name);
        return header == null ? new byte[0] : header.value();
    }

    /** Commands on the log. */
    int commands(int partition) {
        return partitions.get(partition).commands.size();
    }

    ConsumerRecord<byte[], byte[]> command(int partition, long offset) {
        return partitions.get(partition).commands.get((int) offset);
    }

    /** The outcome that a command must have. */
    Outcome expected(int partition, long offset) {
        return partitions.get(partition).parsed.get((int) offset);
    }

    /** The record that a command must have. */
    byte[] expectedValue(int partition, long offset) {
        return partitions.get(partition).expected.get((int) offset);
    }

    /** Which command the record at {@code offset} of the outcome log is about. */
    int input(int partition, long offset) {
        return partitions.get(partition).inputs.get((int) offset);
    }

    /** Commands that have no outcome yet. */
    int outstanding() {
        return partitions.stream().mapToInt(partition -> partition.commands.size() - partition.published).sum();
    }

    /** Outcomes that were written more than once. */
    int repeated() {
        return partitions.stream().mapToInt(partition -> partition.repeated).sum();
    }

    /** A new engine gives the whole command log the same outcomes once more. */
    void replay() {
        for (int number = 0; number < partitions.size(); number++) {
            Partition partition = partitions.get(number);
            BiFunction<Long, byte[], byte[]> again = JudgedEngine.replay(number, limits);
            for (int i = 0; i < partition.commands.size(); i++) {
                byte[] value = partition.commands.get(i).value();
                Violation.unless(
                        Arrays.equals(again.apply((long) i, value), partition.expected.get(i)), 5,
                        "a replay gives command %s of partition %s another outcome", i, number);
            }
        }
    }

    static OrderCommand parse(ConsumerRecord<byte[], byte[]> record) {
        try {
            return OrderCommand.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            throw new Violation(1, "the record at " + record.offset() + " of the command log is no command");
        }
    }

    private static Outcome parse(byte[] value) {
        try {
            return Outcome.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new Violation(5, "a record of the outcome log is no outcome");
        }
    }
}
