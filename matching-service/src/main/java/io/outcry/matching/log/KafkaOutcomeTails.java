// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.LogMismatchException;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.OutcomeTails;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.TailScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads from the outcome log what a partition has published, and looks whether the command log is whole. */
public final class KafkaOutcomeTails implements OutcomeTails {

    /**
     * Records read from the end at first: two carry the hash chain, so that one is held against the other, or late writers have repeated
     * outcomes there. Where those leave none, more are read.
     */
    static final int RECORDS = 2 * OutcomeChain.INTERVAL + 64;

    private static final int FURTHER = 8;

    private final LogReader reader;

    public KafkaOutcomeTails(LogReader reader) {
        this.reader = reader;
    }

    /**
     * Reads the newest outcome.
     *
     * @throws LogMismatchException if the command log has lost its beginning or its end, or the outcome log has a gap or cannot be read
     */
    @Override
    public PublishedTail read(int partition) {
        TopicPartition commands = new TopicPartition(Topics.ORDER_COMMANDS, partition);
        long firstCommand = reader.begin(commands);
        if (firstCommand != 0) {
            throw new LogMismatchException(
                    "the command log begins at offset " + firstCommand + ", not at 0: the state before it is lost");
        }
        Newest newest = newest(new TopicPartition(Topics.ORDER_OUTCOMES, partition));
        PublishedTail tail = newest.scan.newest();
        String known = "the outcome log knows the command at offset " + tail.inputOffset();
        long commandsEnd = reader.end(commands);
        if (tail.inputOffset() >= commandsEnd) {
            throw new LogMismatchException(known + ", the command log ends at " + commandsEnd);
        }
        if (tail.sequence() != 0 && !isCommandOf(newest, at(commands, tail.inputOffset()))) {
            throw new LogMismatchException(known + ", the command log has another one there");
        }
        return tail;
    }

    private @Nullable ConsumerRecord<byte[], byte[]> at(TopicPartition log, long offset) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>(1);
        reader.read(log, offset, offset + 1, found::add);
        return found.isEmpty() ? null : found.getFirst();
    }

    private Newest newest(TopicPartition outcomes) {
        long begin = reader.begin(outcomes);
        long end = reader.end(outcomes);
        long records = RECORDS;
        while (true) {
            long from = Math.max(begin, end - records);
            Newest newest = new Newest();
            reader.read(outcomes, from, end, record -> {
                add(record, newest);
                return true;
            });
            String gap = newest.scan.gap();
            if (gap != null && from == begin) {
                throw new LogMismatchException(gap);
            }
            if (gap == null && (from == begin || newest.scan.newest().end() != null)) {
                return newest;
            }
            records *= FURTHER;
        }
    }

    private static void add(ConsumerRecord<byte[], byte[]> published, Newest newest) {
        try {
            Outcome outcome = Outcome.parseFrom(published.value());
            Header chain = published.headers().lastHeader(ChainPoint.HEADER);
            newest.scan.add(published.offset(), outcome.getInputOffset(), outcome.getSequence(), published.value(),
                    chain == null ? null : chain.value());
            if (outcome.getInputOffset() == newest.scan.newest().inputOffset()) {
                newest.timeUs = outcome.getTimeUs();
                newest.reply = published.headers().lastHeader(ReplyHeader.NAME);
            }
        } catch (InvalidProtocolBufferException | NullPointerException e) {
            throw new LogMismatchException("the outcome at offset " + published.offset() + " cannot be read: " + e.getMessage());
        }
    }

    /**
     * Whether a command can be that of the newest outcome. A log that was made anew may have come as far again, and behind a snapshot of
     * all outcomes nothing is replayed that would show it: its commands were sent by others, or later than the engine's clock was.
     */
    private static boolean isCommandOf(Newest newest, @Nullable ConsumerRecord<byte[], byte[]> command) {
        try {
            return command != null
                    && OrderCommand.parseFrom(command.value()).getTimeUs() <= newest.timeUs
                    && Objects.equals(command.headers().lastHeader(ReplyHeader.NAME), newest.reply);
        } catch (InvalidProtocolBufferException | NullPointerException e) {
            return false;
        }
    }

    /** The newest outcome among some records, and what it tells of its command. */
    private static final class Newest {

        private final TailScan scan = new TailScan();
        private long timeUs;
        private @Nullable Header reply;
    }
}
