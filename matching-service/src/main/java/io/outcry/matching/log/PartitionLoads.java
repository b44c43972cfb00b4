// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.recovery.Recovered;
import io.outcry.matching.recovery.Recovery;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Recovers partitions beside the consumers' threads, so that the partitions that are live go on meanwhile. As many at a time as there are
 * threads here; the others wait in the order of their assignment.
 */
final class PartitionLoads implements AutoCloseable {

    private static final int THREADS = 2;

    private final Map<String, Object> clientConfiguration;
    private final Duration timeout;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, Thread.ofPlatform().daemon().name("outcry-matching-load-", 0).factory());

    /** @param timeout for each of the few requests, and for the records themselves */
    PartitionLoads(Map<String, Object> clientConfiguration, Duration timeout) {
        this.clientConfiguration = clientConfiguration;
        this.timeout = timeout;
    }

    /** Begins with a partition. The result fails as {@link Recovery#recover} does, or with Kafka. */
    Future<Recovered> begin(int partition) {
        return threads.submit(() -> load(partition));
    }

    private Recovered load(int partition) {
        try (LogReader reader = new LogReader(clientConfiguration, "outcry-matching-load-" + partition, timeout)) {
            return new Recovery(new KafkaOutcomeTails(reader), new KafkaSnapshotSource(reader), EngineLimits.STANDARD).recover(partition);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
