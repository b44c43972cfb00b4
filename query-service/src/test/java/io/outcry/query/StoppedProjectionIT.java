// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.stream.StreamClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the view does not go on from without a person. */
@Timeout(120)
class StoppedProjectionIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory, 3);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static void awaitRed(String reason) {
        QueryStage.await("readiness says " + reason, () -> {
            HttpResponse<String> health = stage.get("/actuator/health/readiness");
            return health.statusCode() == 503 && health.body().contains(reason);
        });
    }

    @Test
    void aGapStopsItsPartitionLoudlyAndReadsGoOnFromBeforeIt() {
        MakerOnStage maker = new MakerOnStage(stage, 0);
        maker.tradeAndAwait(2);
        double gaps = metric("gaps_total");
        double stopped = metric("stopped");
        maker.script().nothing();
        stage.write(0, maker.script().nothing());
        awaitRed("stopped o0");
        maker.assertViewIsRight();
        // Whoever gets the partition meets the gap, and a consumer that is replaced gives it away for a moment.
        assertThat(metric("gaps_total")).isGreaterThan(gaps);
        QueryStage.await("the metric says that it has stopped", () -> metric("stopped") == stopped + 1);
        assertThat(stage.get("/actuator/prometheus").body()).contains("resilience4j_circuitbreaker_state", "outcry_query_lag_records");
    }

    private static double metric(String name) {
        String series = "outcry_query_projection_" + name + "{log=\"orders\"} ";
        return stage.get("/actuator/prometheus").body().lines().filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length()))).sum();
    }

    @Test
    void theStreamsOfOtherPartitionsBeginAnewOnceAndGoOn() {
        MakerOnStage maker = new MakerOnStage(stage, 2);
        maker.tradeAndAwait(1);
        try (StreamClient client = StreamClient.open(stage.port(), QueryStage.ALICE)) {
            client.subscribe("orders");
            assertThat(client.next("orders").get("type").asString()).isEqualTo("snapshot");
            maker.script().nothing();
            stage.write(2, maker.script().nothing());
            awaitRed("stopped o2");
            Map<String, Integer> seen = new HashMap<>();
            client.next("three heartbeats", message -> seen.merge(message.path("type").asString(""), 1, Integer::sum) == 3
                    && message.path("type").asString("").equals("heartbeat"));
            assertThat(seen.getOrDefault("resync", 0)).as("Redis is looked at five times a second, and is where it was").isLessThan(3);
        }
    }

    @Test
    void theViewOfAnotherLogIsNotReadAndMadeAnewAfterAFlush() {
        MakerOnStage maker = new MakerOnStage(stage, 1);
        maker.tradeAndAwait(3);
        stage.redis(commands -> commands.set("{o1}:pos", "1000000:1000000:1000000:0:0:0"));
        awaitRed("not (yet) known to be of this log");
        assertThat(stage.getAs(QueryStage.ALICE, maker.orderPath()).statusCode()).isEqualTo(503);
        stage.flushRedis();
        QueryStage.await("the view is made anew", () -> stage.getAs(QueryStage.ALICE, maker.orderPath()).statusCode() == 200);
        maker.assertViewIsRight();
    }
}
