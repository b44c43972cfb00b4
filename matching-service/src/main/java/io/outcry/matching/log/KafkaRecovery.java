// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.recovery.CatchUp;
import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.CommandSource;
import io.outcry.matching.recovery.Recovery;
import io.outcry.matching.recovery.ReplayProgress;
import io.outcry.matching.snapshot.ReadAhead;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The recovery of one partition from Kafka, with a thread that reads while the calling one builds the engine and replays. Two partitions at
 * a time, in the order in which Kafka answers for them: those without a leader keep nobody else waiting.
 */
public final class KafkaRecovery {

    /** Chunks of a quarter of a mebibyte. */
    private static final int CHUNKS_AHEAD = 4;

    /** Batches of some hundred commands. */
    private static final int BATCHES_AHEAD = 16;

    private static final int AT_A_TIME = 2;

    private final Map<String, Object> clientConfiguration;
    private final Duration timeout;
    private final Semaphore places = new Semaphore(AT_A_TIME, true);

    /** @param timeout for each of the few requests, and for the records themselves */
    public KafkaRecovery(Map<String, Object> clientConfiguration, Duration timeout) {
        this.clientConfiguration = clientConfiguration;
        this.timeout = timeout;
    }

    /**
     * Recovers a partition.
     *
     * @param replaying is told when the replay begins, and sees how far it is; any thread may look
     * @throws io.outcry.matching.recovery.LogMismatchException if the logs contradict each other
     * @throws io.outcry.matching.recovery.CommandFailedException if a command cannot be applied, or gives another outcome than the
     *     published one
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    public CaughtUp recover(int partition, Consumer<ReplayProgress> replaying) {
        String name = "outcry-matching-load-" + partition;
        try (LogReader reader = new LogReader(clientConfiguration, name, timeout)) {
            Stream.of(Topics.ORDER_COMMANDS, Topics.ORDER_OUTCOMES, Topics.BOOK_SNAPSHOTS)
                    .forEach(topic -> reader.end(new TopicPartition(topic, partition)));
            places.acquire();
            try {
                Recovery recovery = new Recovery(
                        new KafkaOutcomeTails(reader), new KafkaSnapshotSource(reader), EngineLimits.STANDARD, ahead(name, CHUNKS_AHEAD));
                return new CatchUp(commands(reader), ahead(name, BATCHES_AHEAD), System::nanoTime)
                        .run(partition, recovery.recover(partition), replaying);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static ReadAhead ahead(String name, int pieces) {
        return new ReadAheadThread(name + "-ahead", pieces);
    }

    /** The command logs as a reader sees them. */
    public static CommandSource commands(LogReader reader) {
        return (partition, from, to, visitor) -> reader.read(
                new TopicPartition(Topics.ORDER_COMMANDS, partition), from, to,
                record -> visitor.visit(record.offset(), record.value()));
    }
}
