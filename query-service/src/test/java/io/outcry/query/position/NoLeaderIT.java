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
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
@Timeout(300)
class NoLeaderIT {

    private static final ViewPartition LED = new ViewPartition(ViewLog.PRICES, 0);
    private static final ViewPartition LEADERLESS = new ViewPartition(ViewLog.PRICES, 1);
    private static final String CLUSTER = Uuid.randomUuid().toString();

    @TempDir
    private Path directory;

    private KafkaNode first;
    private KafkaNode second;
    private EmbeddedKafka stays;
    private Map<String, Object> clients;

    @BeforeEach
    void start() throws Exception {
        first = new KafkaNode(1, FreePort.pick(), FreePort.pick());
        stays = EmbeddedKafka.start(directory.resolve("1"), first, List.of(first), CLUSTER);
        clients = Map.of("bootstrap.servers", stays.bootstrapServers());
        second = new KafkaNode(2, FreePort.pick(), FreePort.pick());
        EmbeddedKafka leaves = startSecond();
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

    private EmbeddedKafka startSecond() {
        return EmbeddedKafka.start(directory.resolve("2"), second, List.of(first), CLUSTER, Map.of(
                "process.roles", "broker", "listeners", "PLAINTEXT://" + second.address()));
    }

    @AfterEach
    void stop() {
        stays.close();
    }

    /** From the second answer on, or a later one where the machine stands still for a moment. */
    @Test
    void itsEndIsNotKnownUntilItHasALeaderAndThatOfTheOthersIsAndSoon() {
        try (LogEnds ends = new LogEnds(clients, List.of(LED, LEADERLESS))) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreException(ExecutionException.class).until(() -> {
                long begun = System.nanoTime();
                LogEnds.Ends answer = ends.ask().toCompletableFuture().get(20, TimeUnit.SECONDS);
                assertThat(answer.projected(LEADERLESS)).isEmpty();
                return answer.projected(LED).equals(OptionalLong.of(0))
                        && Duration.ofNanos(System.nanoTime() - begun).compareTo(Duration.ofMillis(1_500)) < 0;
            });
            try (EmbeddedKafka _ = startSecond()) {
                Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreException(ExecutionException.class).until(
                        () -> ends.ask().toCompletableFuture().get(20, TimeUnit.SECONDS).projected(LEADERLESS).equals(OptionalLong.of(0)));
            }
        }
    }

    @Test
    void theFeedFollowsTheOthersAndItTooOnceItHasALeader() {
        try (RedisLink redis = new RedisLink("redis://127.0.0.1:1", false, Duration.ofSeconds(1), Duration.ofSeconds(1))) {
            LogFeed feed = new LogFeed(new LogFeed.Parts(
                    () -> FeedConsumers.open(clients), new WholeBooks(redis), new ViewPositions(1, 2), _ -> OptionalLong.of(7),
                    new ViewPositions(1, 2), new SymbolRegistry(1)));
            feed.start();
            try {
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !feed.behind().contains(LED.topicPartition()));
                assertThat(feed.behind()).contains(LEADERLESS.topicPartition());
                Awaitility.await("an empty registry is read as well").atMost(Duration.ofSeconds(30))
                        .until(() -> feed.behind().stream().noneMatch(log -> log.topic().equals(Topics.INSTRUMENTS)));
                try (EmbeddedKafka _ = startSecond()) {
                    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !feed.behind().contains(LEADERLESS.topicPartition()));
                }
            } finally {
                feed.stop();
            }
        }
    }
}
