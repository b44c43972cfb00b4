// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.ReplayProgress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Recovers partitions beside the consumers' threads, so that the partitions that are live go on meanwhile. Each has a thread: what it waits
 * for may be for itself alone, such as a leader.
 */
final class PartitionLoads implements RecoveryBegin, AutoCloseable {

    private final KafkaRecovery recovery;
    private final OutcomeProbe probe;
    private final LostOutcomes lost;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("outcry-matching-load-", 0).factory());

    /**
     * @param probe tries the log of a partition that is doubted
     * @param lost knows which are, and which have an outcome that is too large
     */
    PartitionLoads(KafkaRecovery recovery, OutcomeProbe probe, LostOutcomes lost) {
        this.recovery = recovery;
        this.probe = probe;
        this.lost = lost;
    }

    /** Begins with a partition. The result fails as {@link KafkaRecovery#recover} does, and if the log takes no outcomes of it. */
    @Override
    public Future<CaughtUp> begin(int partition, Consumer<ReplayProgress> replaying) {
        return threads.submit(() -> {
            lost.check(partition);
            if (lost.isDoubted(partition)) {
                probe.write(partition);
                lost.written(partition);
            }
            return recovery.recover(partition, replaying);
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
