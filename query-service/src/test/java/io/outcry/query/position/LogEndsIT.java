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
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogEndsIT {

    /** As one without a leader: Kafka does not say where it ends. */
    private static final ViewPartition MISSING = new ViewPartition(ViewLog.PRICES, 3);

    @Test
    void whichTopicsThereAreIsLearnedThoughTheEndOfAPartitionIsNotKnown(@TempDir Path directory) throws Exception {
        try (Broker kafka = EngineSource.found().kafka(directory, 0)) {
            Map<String, Object> clients = Map.of("bootstrap.servers", kafka.bootstrapServers());
            try (Admin admin = Admin.create(clients); LogEnds ends = new LogEnds(clients, List.of(MISSING))) {
                admin.createTopics(Arrays.stream(ViewLog.values()).map(log -> new NewTopic(log.topic(), 1, (short) 1)).toList()).all()
                        .get(30, TimeUnit.SECONDS);
                // A topic that was made a moment ago is not known to the broker yet.
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                    assertThat(ends.ask()).failsWithin(Duration.ofSeconds(10));
                    return Arrays.stream(ViewLog.values()).allMatch(log -> ends.ids().id(log) != null);
                });
            }
        }
    }
}
