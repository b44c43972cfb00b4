// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** What the view survives. Each trial has a partition of its own. */
@Timeout(120)
class ProjectionIT {

    private static final String LETTERS = Topics.ORDER_OUTCOMES + ".dlt";

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    @BeforeAll
    static void start() {
        stage = QueryStage.openImpatient(directory, 8);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static double count(String meter) {
        return stage.bean(MeterRegistry.class).get("outcry.query.projection." + meter).tag("log", "orders").counter().count();
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as("right or unavailable, never wrong: " + answer.body()).isEqualTo(503);
        assertThat(json(answer).get("code").asString()).isEqualTo("VIEW_UNAVAILABLE");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    private static void assertUnavailableSoon(String path) {
        long start = System.nanoTime();
        assertUnavailable(stage.getAs(ALICE, path));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    private static void awaitNear(int partition) {
        QueryStage.await("its books are known here",
                () -> stage.bean(LogFeed.class).isLive(new ViewPartition(ViewLog.ORDERS, partition)));
    }

    @Test
    void aRestartGoesOnAtTheStoredPosition() {
        MakerOnStage maker = new MakerOnStage(stage, 0);
        maker.tradeAndAwait(20);
        stage.stopService();
        maker.trade(20);
        stage.startService();
        stage.awaitReady();
        maker.assertWhatIsReadIsRight();
        QueryStage.await("what is new has been counted", () -> count("records") >= 20);
        assertThat(count("records")).as("only what is new is projected").isEqualTo(20);
    }

    @Test
    void aFlushedRedisIsFilledAgainWhileNobodyTradesAndNoAnswerIsWrongMeanwhile() {
        MakerOnStage maker = new MakerOnStage(stage, 1);
        maker.tradeAndAwait(300);
        stage.flushRedis();
        QueryStage.await("the view is filled again", () -> {
            HttpResponse<String> answer = stage.getAs(ALICE, maker.orderPath());
            if (answer.statusCode() != 200) {
                assertUnavailable(answer);
            }
            return answer.statusCode() == 200;
        });
        maker.assertWhatIsReadIsRight();
        stage.awaitReady();
        maker.tradeAndAwait(5);
        maker.assertWhatIsReadIsRight();
    }

    @Test
    void aStoppedRedisIs503AtOnceAndWhatCameMeanwhileIsThereAfterwards() {
        MakerOnStage maker = new MakerOnStage(stage, 2);
        maker.tradeAndAwait(10);
        awaitNear(2);
        stage.stopRedis();
        for (int i = 0; i < 20; i++) {
            assertUnavailableSoon(maker.orderPath());
            assertThat(stage.get(maker.bookPath()).statusCode()).as("the book is known here").isEqualTo(200);
        }
        maker.trade(20);
        QueryStage.await("the book moves on without Redis", () -> ok(stage.get(maker.bookPath())).get("sequence").asLong() == 32);
        stage.startRedis();
        maker.tradeAndAwait(1);
        maker.assertWhatIsReadIsRight();
        stage.awaitReady();
    }

    @Test
    void aServiceThatStartsBeforeRedisServesOnceItIsThere() {
        MakerOnStage maker = new MakerOnStage(stage, 6);
        maker.tradeAndAwait(3);
        stage.stopService();
        stage.stopRedis();
        stage.startService();
        assertUnavailableSoon(maker.bookPath());
        assertUnavailableSoon(maker.orderPath());
        stage.startRedis();
        stage.awaitReady();
        maker.awaitReadable();
        maker.assertWhatIsReadIsRight();
    }

    @Test
    void aFrozenRedisIs503WithinTheDeadlineAndReadinessTurnsRed() {
        MakerOnStage maker = new MakerOnStage(stage, 3);
        maker.tradeAndAwait(10);
        stage.freezeRedis();
        try {
            for (int i = 0; i < 15; i++) {
                assertUnavailableSoon(maker.orderPath());
            }
            QueryStage.await("readiness is red", () -> stage.get("/actuator/health/readiness").statusCode() == 503);
        } finally {
            stage.thawRedis();
        }
        maker.tradeAndAwait(10);
        stage.awaitReady();
        maker.awaitReadable();
        maker.assertWhatIsReadIsRight();
    }

    @Test
    void anOutcomeWrittenTwiceCountsOnce() {
        MakerOnStage maker = new MakerOnStage(stage, 4);
        double before = count("duplicates");
        maker.trade(3);
        Outcome again = maker.nextTrade();
        stage.write(4, again);
        stage.write(4, again);
        stage.write(4, again);
        maker.tradeAndAwait(1);
        maker.assertWhatIsReadIsRight();
        // What Redis was too slow for is read once more.
        assertThat(count("duplicates") - before).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aStrangersRecordIsPutAsideAndALostOutcomeIsAdmitted() {
        MakerOnStage maker = new MakerOnStage(stage, 5);
        maker.trade(1);
        stage.write(Topics.ORDER_OUTCOMES, 5, "", new byte[]{1, 2, 3});
        maker.tradeAndAwait(1);
        maker.assertWhatIsReadIsRight();
        assertThat(stage.get(maker.bookPath()).headers().firstValue("Outcry-Incomplete")).isEmpty();
        maker.script().nothing();
        stage.write(Topics.ORDER_OUTCOMES, 5, "", new byte[]{(byte) 0xff});
        maker.tradeAndAwait(1);
        maker.assertWhatIsReadIsRight();
        assertThat(stage.get(maker.bookPath()).headers().firstValue("Outcry-Incomplete")).contains("1");
        assertThat(letters(5)).first().satisfies(letter -> assertThat(letter.value()).containsExactly(1, 2, 3));
        assertThat(letters(5)).last().satisfies(letter -> assertThat(letter.value()).containsExactly(0xff));
    }

    @Test
    void aRecordThatIsTooLargeForItsTopicIsPutAsideInPart() {
        MakerOnStage maker = new MakerOnStage(stage, 7);
        byte[] large = new byte[3 << 20];
        stage.write(Topics.ORDER_OUTCOMES, 7, "", large);
        maker.tradeAndAwait(1);
        assertThat(letters(7)).isNotEmpty().allSatisfy(letter -> assertThat(letter.value()).isEqualTo(large));

        stage.limit(LETTERS, 1 << 20);
        // The broker applies the limit a while after it has it.
        QueryStage.await("a letter is short", () -> {
            stage.write(Topics.ORDER_OUTCOMES, 7, "", large);
            maker.tradeAndAwait(1);
            return letters(7).getLast().value().length < large.length;
        });
        maker.assertWhatIsReadIsRight();
        assertThat(letters(7)).last().satisfies(letter -> {
            assertThat(letter.value()).hasSize(64 << 10);
            assertThat(letter.headers().lastHeader("outcry-value-bytes").value()).asString().isEqualTo("3145728");
        });
    }

    /** Time enough to find out whose records they are. */
    @Test
    void whatIsPutAsideIsKeptForAMonth() throws Exception {
        try (Admin admin = Admin.create(stage.bean(KafkaProperties.class).buildAdminProperties())) {
            for (ViewLog log : ViewLog.values()) {
                ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, log.deadLetterTopic());
                Config settings = admin.describeConfigs(List.of(topic)).all().get(30, TimeUnit.SECONDS).get(topic);
                assertThat(settings.get(TopicConfig.RETENTION_MS_CONFIG).value()).isEqualTo(String.valueOf(Duration.ofDays(30).toMillis()));
                assertThat(settings.get(TopicConfig.CLEANUP_POLICY_CONFIG).value()).isEqualTo(TopicConfig.CLEANUP_POLICY_DELETE);
            }
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> letters(int partition) {
        return stage.records(LETTERS).stream().filter(letter -> letter.partition() == partition).toList();
    }
}
