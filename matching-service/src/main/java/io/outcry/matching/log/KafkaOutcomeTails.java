// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.LogMismatchException;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.OutcomeTails;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.TailScan;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Reads from the outcome log what a partition has published, and looks whether the command log is whole. */
public final class KafkaOutcomeTails implements OutcomeTails {

    /** Records read from the end at first: one of them carries the hash chain, unless a late writer has repeated outcomes there. */
    static final int RECORDS = OutcomeChain.INTERVAL + 64;

    private static final int FURTHER = 8;

    private final LogReader reader;

    public KafkaOutcomeTails(LogReader reader) {
        this.reader = reader;
    }

    /** @throws LogMismatchException if the command log has lost its beginning or its end, or the outcome log has a gap or cannot be read */
    @Override
    public PublishedTail read(int partition) {
        TopicPartition commands = new TopicPartition(Topics.ORDER_COMMANDS, partition);
        long firstCommand = reader.begin(commands);
        if (firstCommand != 0) {
            throw new LogMismatchException(
                    "the command log begins at offset " + firstCommand + ", not at 0: the state before it is lost");
        }
        PublishedTail tail = newest(new TopicPartition(Topics.ORDER_OUTCOMES, partition));
        long commandsEnd = reader.end(commands);
        if (tail.inputOffset() >= commandsEnd) {
            throw new LogMismatchException("the outcome log knows the command at offset " + tail.inputOffset()
                    + ", the command log ends at " + commandsEnd);
        }
        return tail;
    }

    private PublishedTail newest(TopicPartition outcomes) {
        long begin = reader.begin(outcomes);
        long end = reader.end(outcomes);
        long records = RECORDS;
        while (true) {
            long from = Math.max(begin, end - records);
            TailScan scan = new TailScan();
            reader.read(outcomes, from, end, record -> {
                add(record, scan);
                return true;
            });
            String gap = scan.gap();
            if (gap == null) {
                return scan.newest();
            }
            if (from == begin) {
                throw new LogMismatchException(gap);
            }
            records *= FURTHER;
        }
    }

    private static void add(ConsumerRecord<byte[], byte[]> published, TailScan scan) {
        try {
            Outcome outcome = Outcome.parseFrom(published.value());
            Header chain = published.headers().lastHeader(ChainPoint.HEADER);
            scan.add(published.offset(), outcome.getInputOffset(), outcome.getSequence(), published.value(),
                    chain == null ? null : chain.value());
        } catch (InvalidProtocolBufferException | NullPointerException e) {
            throw new LogMismatchException("the outcome at offset " + published.offset() + " cannot be read: " + e.getMessage());
        }
    }
}
