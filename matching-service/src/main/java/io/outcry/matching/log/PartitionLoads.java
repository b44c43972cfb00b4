// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.ReplayProgress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Recovers partitions beside the consumers' threads, so that the partitions that are live go on meanwhile. As many at a time as there are
 * threads here; the others wait in the order of their assignment.
 */
final class PartitionLoads implements RecoveryBegin, AutoCloseable {

    private static final int THREADS = 2;

    private final KafkaRecovery recovery;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, Thread.ofPlatform().daemon().name("outcry-matching-load-", 0).factory());

    /** @param timeout for each of the few requests, and for the records themselves */
    PartitionLoads(Map<String, Object> clientConfiguration, Duration timeout) {
        recovery = new KafkaRecovery(clientConfiguration, timeout);
    }

    /** Begins with a partition. The result fails as {@link KafkaRecovery#recover} does. */
    @Override
    public Future<CaughtUp> begin(int partition, Consumer<ReplayProgress> replaying) {
        return threads.submit(() -> recovery.recover(partition, replaying));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
