// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Market.BOB;
import static io.outcry.standalone.Market.position;
import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.query.view.ViewLog;
import io.outcry.standalone.client.LocalApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody has given the topic of commands more partitions, which Kafka never takes back: what is told for it in the documents. */
@Timeout(180)
class GrownPartitionsIT {

    private static final int BEFORE = 4;
    private static final int AFTER = 6;
    private static final String GROWN = "--outcry.topics.order-partitions=" + AFTER;

    /** One that has its place in a partition that was added. */
    private static final String NEW_SYMBOL = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "N" + i + "-USD")
            .filter(symbol -> Partitioning.ofSymbol(symbol, AFTER) >= BEFORE).findFirst().orElseThrow();

    /** One that would be elsewhere if it were new. */
    private static final String OLD_SYMBOL = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "B" + i + "-USD")
            .filter(symbol -> Partitioning.ofSymbol(symbol, AFTER) != Partitioning.ofSymbol(symbol, BEFORE)).findFirst().orElseThrow();

    @TempDir
    private Path directory;

    @Test
    void allTopicsOfOrdersAndTheSettingAreRaisedToTheSameNumber() throws Exception {
        String resting;
        try (Market market = Market.open(directory)) {
            market.list(OLD_SYMBOL);
            resting = text(market.limit(ALICE, OLD_SYMBOL, "SELL", "1.00", "100.00", "GTC").ok(), "orderId");
        }
        grow(Topics.ORDER_COMMANDS);
        assertThatThrownBy(() -> Market.open(directory).close()).hasStackTraceContaining("order.commands.v1 has 6 partitions");
        assertThatThrownBy(() -> Market.open(directory, GROWN).close()).hasStackTraceContaining("has 4 partitions, configured are 6");

        grow(Topics.ORDER_OUTCOMES, ViewLog.ORDERS.deadLetterTopic(), Topics.BOOK_SNAPSHOTS);
        try (Market market = Market.open(directory, GROWN)) {
            LocalApi.Answer bought = market.limit(BOB, OLD_SYMBOL, "BUY", "1.00", "100.00", "GTC");
            assertThat(text(bought.ok(), "status")).isEqualTo("FILLED");
            assertThat(text(market.readAfter(position(bought), ALICE, "/api/v1/orders/" + resting).ok(), "status")).isEqualTo("FILLED");
            market.list(NEW_SYMBOL);
            LocalApi.Answer placed = market.limit(ALICE, NEW_SYMBOL, "SELL", "1.00", "100.00", "GTC");
            assertThat(LogPosition.partition(Long.parseLong(text(placed.ok(), "orderId")))).isGreaterThanOrEqualTo(BEFORE);
            assertThat(text(market.limit(BOB, NEW_SYMBOL, "BUY", "1.00", "100.00", "GTC").ok(), "status")).isEqualTo("FILLED");
        }
    }

    @Test
    void whatRunsGoesOn() throws Exception {
        try (Market market = Market.open(directory, "--spring.kafka.consumer.properties[metadata.max.age.ms]=200");
                Admin admin = Admin.create(Map.of("bootstrap.servers", market.kafka()))) {
            market.list(OLD_SYMBOL);
            grow(admin, Topics.ORDER_COMMANDS);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> matched(admin).size() == AFTER);
            market.awaitReady();
            market.limit(ALICE, OLD_SYMBOL, "SELL", "1.00", "100.00", "GTC").ok();
            assertThat(text(market.limit(BOB, OLD_SYMBOL, "BUY", "1.00", "100.00", "GTC").ok(), "status")).isEqualTo("FILLED");
        }
    }

    private static Set<TopicPartition> matched(Admin admin) throws Exception {
        return admin.describeConsumerGroups(List.of("outcry-matching")).all().get(30, TimeUnit.SECONDS).get("outcry-matching").members()
                .stream().flatMap(member -> member.assignment().topicPartitions().stream()).collect(Collectors.toSet());
    }

    private void grow(String... topics) throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("kafka"), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            grow(admin, topics);
        }
    }

    private static void grow(Admin admin, String... topics) throws Exception {
        admin.createPartitions(Arrays.stream(topics)
                .collect(Collectors.toMap(Function.identity(), _ -> NewPartitions.increaseTo(AFTER)))).all().get(30, TimeUnit.SECONDS);
    }
}
