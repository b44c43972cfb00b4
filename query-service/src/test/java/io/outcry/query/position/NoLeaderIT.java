// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.KafkaNode;
import io.outcry.query.feed.FeedConsumers;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.feed.SymbolRegistry;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.WholeBooks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A partition whose only replica is on a broker that is away costs only itself. */
@Timeout(120)
class NoLeaderIT {

    private static final ViewPartition LED = new ViewPartition(ViewLog.PRICES, 0);
    private static final ViewPartition LEADERLESS = new ViewPartition(ViewLog.PRICES, 1);
    private static final String CLUSTER = Uuid.randomUuid().toString();

    @TempDir
    private Path directory;

    private EmbeddedKafka stays;
    private EmbeddedKafka leaves;
    private Map<String, Object> clients;

    @BeforeEach
    void start() throws Exception {
        KafkaNode first = new KafkaNode(1, FreePort.pick(), FreePort.pick());
        stays = EmbeddedKafka.start(directory.resolve("1"), first, List.of(first), CLUSTER);
        clients = Map.of("bootstrap.servers", stays.bootstrapServers());
        KafkaNode second = new KafkaNode(2, FreePort.pick(), FreePort.pick());
        leaves = second(first, second);
        try (Admin admin = Admin.create(clients)) {
            admin.createTopics(List.of(
                    new NewTopic(Topics.PRICE_UPDATES, Map.of(0, List.of(1), 1, List.of(2))),
                    new NewTopic(Topics.ORDER_COMMANDS, Map.of(0, List.of(1))),
                    new NewTopic(Topics.ORDER_OUTCOMES, Map.of(0, List.of(1))),
                    new NewTopic(Topics.INSTRUMENTS, Map.of(0, List.of(1))))).all().get(30, TimeUnit.SECONDS);
            leaves.close();
            Awaitility.await().atMost(Duration.ofSeconds(30))
                    .until(() -> admin.describeTopics(List.of(Topics.PRICE_UPDATES)).allTopicNames().get(20, TimeUnit.SECONDS)
                            .get(Topics.PRICE_UPDATES).partitions().get(1).leader() == null);
        }
    }

    private EmbeddedKafka second(KafkaNode first, KafkaNode node) {
        return EmbeddedKafka.start(directory.resolve("2"), node, List.of(first), CLUSTER, Map.of(
                "process.roles", "broker", "listeners", "PLAINTEXT://" + node.address()));
    }

    @AfterEach
    void stop() {
        stays.close();
    }

    @Test
    void itsEndIsNotKnownAndThatOfTheOthersIsAndSoon() {
        try (LogEnds ends = new LogEnds(clients, List.of(LED, LEADERLESS))) {
            ask(ends);
            // Each would take two seconds if it waited for the leader; on a busy machine one may take as long all the same.
            assertThat(Stream.generate(() -> ask(ends)).limit(4).min(Comparator.naturalOrder()).orElseThrow())
                    .as("the quickest of the answers after the first").isLessThan(Duration.ofMillis(1_500));
        }
    }

    /** How long the answer takes. */
    private static Duration ask(LogEnds ends) {
        long begun = System.nanoTime();
        LogEnds.Ends answer = ends.ask().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(answer.projected(LED)).hasValue(0);
        assertThat(answer.projected(LEADERLESS)).isEmpty();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Test
    void theFeedFollowsTheOthers() {
        try (RedisLink redis = new RedisLink("redis://127.0.0.1:1", false, Duration.ofSeconds(1), Duration.ofSeconds(1))) {
            LogFeed feed = new LogFeed(new LogFeed.Parts(
                    () -> FeedConsumers.open(clients), new WholeBooks(redis), new ViewPositions(1, 2), _ -> OptionalLong.of(7),
                    new ViewPositions(1, 2), new SymbolRegistry(1)));
            feed.start();
            try {
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !feed.behind().contains(LED));
                assertThat(feed.behind()).contains(LEADERLESS);
            } finally {
                feed.stop();
            }
        }
    }
}
