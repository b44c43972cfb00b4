// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SetBackClockIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AtomicLong setBackMillis = new AtomicLong();
    private final SetBackClock clock =
            new SetBackClock(() -> Instant.now().minusMillis(setBackMillis.get()), System::nanoTime);

    /** A consumer that goes on would send no heartbeat for an hour, and its partitions would be nobody's. */
    @Test
    void theGroupHasANewMemberWithAllPartitions(@TempDir Path directory) throws Exception {
        try (Broker kafka = EngineSource.found().kafka(directory, 0)) {
            Map<String, Object> client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
            try (Admin admin = Admin.create(client)) {
                admin.createTopics(List.of(new NewTopic(Topics.PRICE_COMMANDS, 2, (short) 1))).all().get();
                RefreshListener listener = new RefreshListener(client, 1, new NoCommands(), new SimpleMeterRegistry(), clock);
                listener.start();
                try {
                    Awaitility.await("it has the partitions").atMost(LIMIT).until(() -> listener.assignedPartitions().size() == 2);
                    Set<String> before = members(admin);
                    assertThat(before).hasSize(1);
                    listener.look();
                    assertThat(members(admin)).isEqualTo(before);
                    setBackMillis.set(Duration.ofHours(1).toMillis());
                    listener.look();
                    Awaitility.await("it has the partitions again").atMost(LIMIT)
                            .until(() -> listener.assignedPartitions().size() == 2 && members(admin).size() == 1);
                    assertThat(members(admin)).doesNotContainAnyElementsOf(before);
                } finally {
                    listener.stop();
                }
            }
        }
    }

    private static Set<String> members(Admin admin) throws Exception {
        return Set.copyOf(admin.describeConsumerGroups(List.of(RefreshListener.GROUP)).all().get().get(RefreshListener.GROUP).members()
                .stream().map(MemberDescription::consumerId).toList());
    }
}
