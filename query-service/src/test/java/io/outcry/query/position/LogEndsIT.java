// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LogEndsIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final ViewPartition THERE = new ViewPartition(ViewLog.PRICES, 0);

    /** As one without a leader: Kafka does not say where it ends. */
    private static final ViewPartition MISSING = new ViewPartition(ViewLog.PRICES, 3);

    @Test
    void aPartitionWhoseEndIsNotKnownKeepsNoneOfTheOthersFromTheirs(@TempDir Path directory) throws Exception {
        try (Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0)) {
            Map<String, Object> clients = Map.of("bootstrap.servers", kafka.bootstrapServers());
            try (Admin admin = Admin.create(clients); LogEnds ends = new LogEnds(clients, List.of(THERE, MISSING))) {
                assertThat(ends.ask()).as("there is no topic yet").failsWithin(LIMIT);
                admin.createTopics(Arrays.stream(ViewLog.values()).map(log -> new NewTopic(log.topic(), 1, (short) 1)).toList()).all()
                        .get(30, TimeUnit.SECONDS);
                LogEnds.Ends some = awaited(ends, THERE);
                assertThat(some.projected(MISSING)).isEmpty();
                assertThat(some.source(MISSING)).isEmpty();
                assertThat(Arrays.stream(ViewLog.values()).map(ends.ids()::id)).doesNotContainNull();

                admin.createPartitions(Map.of(ViewLog.PRICES.topic(), NewPartitions.increaseTo(MISSING.number() + 1))).all()
                        .get(30, TimeUnit.SECONDS);
                assertThat(awaited(ends, MISSING).projected(THERE)).hasValue(0);
            }
        }
    }

    /** The first answer that knows the end of this partition; what was made a moment ago is not known to the broker yet. */
    private static LogEnds.Ends awaited(LogEnds ends, ViewPartition partition) {
        return Awaitility.await().atMost(LIMIT).ignoreExceptions().until(
                () -> ends.ask().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS),
                answer -> answer.projected(partition).isPresent());
    }
}
