// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.log.LogReader;
import io.outcry.matching.recovery.ChainPoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** A partition's logs in Kafka, as far as they reach when they are opened. */
final class KafkaLogs implements Logs {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final int partition;
    private final LogReader commands;
    private final LogReader outcomes;

    /** @throws KafkaException if Kafka does not answer, or has no such partition */
    KafkaLogs(Map<String, Object> client, int partition) {
        this.partition = partition;
        commands = new LogReader(client, "outcry-replay-commands", TIMEOUT);
        outcomes = new LogReader(client, "outcry-replay-outcomes", TIMEOUT);
        try {
            int partitions = commands.partitions(Topics.ORDER_COMMANDS);
            if (partition >= partitions) {
                throw new KafkaException(Topics.ORDER_COMMANDS + " has " + partitions + " partitions, of which none is " + partition);
            }
        } catch (KafkaException e) {
            close();
            throw e;
        }
    }

    /** For snapshots. */
    LogReader reader() {
        return commands;
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public Iterator<LogEntry> commands(long from) {
        return new Pages(commands, new TopicPartition(Topics.ORDER_COMMANDS, partition), from);
    }

    @Override
    public Iterator<LogEntry> outcomes(long from) {
        return new Pages(outcomes, new TopicPartition(Topics.ORDER_OUTCOMES, partition), from);
    }

    @Override
    public void close() {
        commands.close();
        outcomes.close();
    }

    /** Reads so many offsets at a time, so that it takes little memory however long the log is. */
    private static final class Pages implements Iterator<LogEntry> {

        private static final int OFFSETS = 2_000;

        private final LogReader reader;
        private final TopicPartition log;
        private final long end;
        private final Queue<LogEntry> page = new ArrayDeque<>();
        private long next;

        Pages(LogReader reader, TopicPartition log, long from) {
            this.reader = reader;
            this.log = log;
            next = Math.max(from, reader.begin(log));
            end = reader.end(log);
        }

        @Override
        public boolean hasNext() {
            while (page.isEmpty() && next < end) {
                long to = Math.min(end, next + OFFSETS);
                reader.read(log, next, to, record -> page.add(entry(record)));
                next = to;
            }
            return !page.isEmpty();
        }

        @Override
        public LogEntry next() {
            if (!hasNext()) {
                throw new NoSuchElementException("behind the end of " + log);
            }
            return page.remove();
        }

        private static LogEntry entry(ConsumerRecord<byte[], byte[]> record) {
            Header chain = record.headers().lastHeader(ChainPoint.HEADER);
            return new LogEntry(record.offset(), record.value(), chain == null ? null : chain.value());
        }
    }
}
