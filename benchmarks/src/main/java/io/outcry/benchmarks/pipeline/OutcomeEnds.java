// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.contracts.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** How many outcomes are on the log, as the broker says: a look costs it next to nothing. */
final class OutcomeEnds implements AutoCloseable {

    private static final long PAUSE_MILLIS = 5;

    private final Admin admin;
    private final Map<TopicPartition, OffsetSpec> partitions;

    OutcomeEnds(Map<String, Object> connection, int partitions) {
        admin = Admin.create(connection);
        this.partitions = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(Topics.ORDER_OUTCOMES, number))
                .collect(Collectors.toMap(partition -> partition, _ -> OffsetSpec.latest()));
    }

    /** All partitions together. */
    long count() throws IOException, InterruptedException {
        try {
            return admin.listOffsets(partitions).all().get().values().stream().mapToLong(found -> found.offset()).sum();
        } catch (ExecutionException e) {
            throw new IOException("the broker does not say how many outcomes there are", e);
        }
    }

    /**
     * Waits for at least so many.
     *
     * @return how many there are then
     * @throws IOException if they do not come in time, or their writer has ended
     */
    long await(long count, OwnJvm writer, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        long found = count();
        while (found < count) {
            if (System.nanoTime() > deadline) {
                throw new IOException(found + " of " + count + " outcomes within " + limit);
            }
            writer.requireAlive();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            found = count();
        }
        return found;
    }

    @Override
    public void close() {
        admin.close();
    }
}
