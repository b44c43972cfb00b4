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
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The recovery of one partition from Kafka, with a thread that reads while the calling one builds the engine and replays. */
public final class KafkaRecovery {

    /** Chunks of a mebibyte. */
    private static final int CHUNKS_AHEAD = 4;

    /** Batches of some hundred commands. */
    private static final int BATCHES_AHEAD = 16;

    private final Map<String, Object> clientConfiguration;
    private final Duration timeout;

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
            Recovery recovery = new Recovery(
                    new KafkaOutcomeTails(reader), new KafkaSnapshotSource(reader), EngineLimits.STANDARD, ahead(name, CHUNKS_AHEAD));
            return new CatchUp(commands(reader), ahead(name, BATCHES_AHEAD), System::nanoTime)
                    .run(partition, recovery.recover(partition), replaying);
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
