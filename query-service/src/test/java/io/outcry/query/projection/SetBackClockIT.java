// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.trace.Tracing;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
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
    private static final List<String> GROUPS = List.of("group", "group-prices");

    private final AtomicLong setBackMillis = new AtomicLong();
    private final SetBackClock clock =
            new SetBackClock(() -> Instant.now().minusMillis(setBackMillis.get()), System::nanoTime);

    /** Consumers that go on would send no heartbeat for an hour, and most partitions would be nobody's. */
    @Test
    void theGroupsHaveNewMembersWithAllPartitions(@TempDir Path directory) throws Exception {
        EngineSource engines = EngineSource.found();
        try (Broker kafka = engines.kafka(directory.resolve("kafka"), 0);
                RedisServer redis = engines.redis(directory.resolve("redis"), 0)) {
            Map<String, Object> client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
            RedisLink link = new RedisLink(redis.uri(), false, LIMIT, LIMIT);
            try (Admin admin = Admin.create(client)) {
                admin.createTopics(List.of(
                        new NewTopic(ViewLog.ORDERS.topic(), 2, (short) 1), new NewTopic(ViewLog.PRICES.topic(), 2, (short) 1))).all()
                        .get();
                link.connect();
                ProjectionContainers containers = new ProjectionContainers(parts(client, link), clock, () -> true);
                containers.start();
                try {
                    Set<String> before = membersOnceAllIsAssigned(admin, Set.of());
                    setBackMillis.set(Duration.ofHours(1).toMillis());
                    membersOnceAllIsAssigned(admin, before);
                } finally {
                    containers.stop();
                }
                assertThat(containers.isRunning()).isFalse();
            } finally {
                link.close();
            }
        }
    }

    private static ProjectionContainers.Parts parts(Map<String, Object> client, RedisLink link) {
        LogIds ids = new LogIds();
        ids.observe(ViewLog.ORDERS, "orders");
        ids.observe(ViewLog.PRICES, "prices");
        return new ProjectionContainers.Parts(
                client, new ProjectionSettings("group", 1, 1, 1, 1, 2),
                () -> new ViewWriter(link, LIMIT, Duration.ofDays(7), Clock.systemUTC()), new ViewPositions(2, 2), ids,
                new ProjectionFaults(),
                null, new SimpleMeterRegistry(), Clock.systemUTC(), Tracing.off());
    }

    /** The members of both groups, none of them one of the former, as soon as they have all partitions among them. */
    private static Set<String> membersOnceAllIsAssigned(Admin admin, Set<String> former) {
        return Awaitility.await("members that are not " + former).atMost(LIMIT).pollInterval(Duration.ofMillis(100))
                .ignoreException(ExecutionException.class).until(
                        () -> owners(admin),
                        owners -> owners.stream().mapToInt(one -> one.assignment().topicPartitions().size()).sum() == 4
                                && owners.stream().noneMatch(one -> former.contains(one.consumerId())))
                .stream().map(MemberDescription::consumerId).collect(Collectors.toSet());
    }

    private static List<MemberDescription> owners(Admin admin) throws Exception {
        return admin.describeConsumerGroups(GROUPS).all().get().values().stream().flatMap(group -> group.members().stream()).toList();
    }
}
