// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.feed.LogFeed;
import io.outcry.query.verify.OutcryVerify;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same view in a Redis cluster, by configuration alone. */
@Order(1)
@Timeout(300)
class RedisClusterIT {

    private static final int PARTITIONS = 6;

    @TempDir
    private Path directory;

    @Test
    void partitionsAreSpreadOverTheNodesAndOneThatIsFlushedIsFilledAgain() {
        try (RedisClusterOnStage cluster = RedisClusterOnStage.start(directory);
                QueryStage stage = QueryStage.open(directory, PARTITIONS, _ -> List.of(
                        "--outcry.query.redis-uri=" + cluster.uri(), "--outcry.query.redis-cluster=true"))) {
            List<MakerOnStage> makers = IntStream.range(0, PARTITIONS).mapToObj(partition -> new MakerOnStage(stage, partition)).toList();
            makers.forEach(maker -> maker.tradeAndAwait(10));
            makers.forEach(MakerOnStage::assertWhatIsReadIsRight);
            assertThat(ok(stage.getAs(ALICE, "/api/v1/orders?status=OPEN")).get("orders").size()).isEqualTo(PARTITIONS);
            assertThat(ok(stage.getAs(ALICE, "/api/v1/positions")).size()).isEqualTo(PARTITIONS);
            assertThat(stage.getAs(ALICE, "/api/v1/orders/by-client-id/m").statusCode()).isEqualTo(200);
            List<Long> keys = keys(cluster);
            assertThat(keys.stream().filter(size -> size > 0)).as("nodes with data: " + keys).hasSizeGreaterThan(1);
            cluster.on(fullest(keys), redis -> redis.flushall());
            makers.forEach(maker -> QueryStage.await("its partition is filled again",
                    () -> stage.getAs(ALICE, maker.orderPath()).statusCode() == 200));
            makers.forEach(MakerOnStage::assertWhatIsReadIsRight);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            List<String> arguments = new ArrayList<>(stage.verifyArguments(cluster.seed()));
            arguments.add("--cluster=true");
            assertThat(OutcryVerify.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8)))
                    .as(out.toString(StandardCharsets.UTF_8)).isZero();
            stage.stopService();
            stage.startService();
            stage.awaitReady();
            makers.forEach(maker -> assertThat(stage.bean(LogFeed.class).book(maker.script().symbol()).orElseThrow().snapshot(1).asks())
                    .as("a book that was loaded from its node").hasSize(1));
        }
    }

    @Test
    void aReplicaThatTakesOverFromANodeThatIsGoneIsFound() {
        losing(RedisClusterOnStage::end);
    }

    /** Nothing ends the connections that lead to it. */
    @Test
    void aReplicaThatTakesOverFromANodeThatStandsStillIsFound() {
        losing(RedisClusterOnStage::freeze);
    }

    private void losing(ObjIntConsumer<RedisClusterOnStage> loss) {
        try (RedisClusterOnStage cluster = RedisClusterOnStage.startWithReplicas(directory);
                QueryStage stage = QueryStage.open(directory, PARTITIONS, _ -> List.of(
                        "--outcry.query.redis-uri=" + cluster.uri(), "--outcry.query.redis-cluster=true"))) {
            List<MakerOnStage> makers = IntStream.range(0, PARTITIONS).mapToObj(partition -> new MakerOnStage(stage, partition)).toList();
            makers.forEach(maker -> maker.tradeAndAwait(10));
            int lost = fullest(keys(cluster));
            loss.accept(cluster, lost);
            cluster.awaitTakeover(lost);
            makers.forEach(MakerOnStage::awaitReadable);
            makers.forEach(maker -> maker.tradeAndAwait(1));
            makers.forEach(MakerOnStage::assertWhatIsReadIsRight);
        }
    }

    @Test
    void aNodeThatIsGoneTakesOnlyItsOwnPartitionsWithIt() {
        losingForGood(RedisClusterOnStage::end);
    }

    @Test
    void aNodeThatStandsStillTakesOnlyItsOwnPartitionsWithIt() {
        losingForGood(RedisClusterOnStage::freeze);
    }

    /** No replica takes over, and hardly anybody asks: the service finds it out by itself. */
    private void losingForGood(ObjIntConsumer<RedisClusterOnStage> loss) {
        try (RedisClusterOnStage cluster = RedisClusterOnStage.start(directory);
                QueryStage stage = QueryStage.open(directory, PARTITIONS, _ -> List.of(
                        "--outcry.query.redis-uri=" + cluster.uri(), "--outcry.query.redis-cluster=true"))) {
            cluster.needNoFullCoverage();
            List<MakerOnStage> makers = IntStream.range(0, PARTITIONS).mapToObj(partition -> new MakerOnStage(stage, partition)).toList();
            makers.forEach(maker -> maker.tradeAndAwait(10));
            stage.awaitReady();
            ViewPartition lost = partition(makers.getFirst());
            loss.accept(cluster, master(lost));
            Map<Boolean, List<MakerOnStage>> byLoss =
                    makers.stream().collect(Collectors.partitioningBy(maker -> master(partition(maker)) == master(lost)));
            List<MakerOnStage> others = byLoss.get(false);
            ViewGuard guard = stage.bean(ViewGuard.class);
            // Half of fifty looks must have come to nothing, each of which may take half a second and more.
            QueryStage.await("reads of what is lost are refused", Duration.ofSeconds(60), () -> guard.isOpen(lost));
            for (int round = 0; round < 20; round++) {
                others.forEach(MakerOnStage::assertWhatIsReadIsRight);
                assertThat(others).noneMatch(maker -> guard.isOpen(partition(maker)));
                byLoss.get(true).forEach(maker -> {
                    HttpResponse<String> refused = stage.getAs(ALICE, maker.orderPath());
                    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
                    assertThat(json(refused).get("code").asString()).isEqualTo("VIEW_UNAVAILABLE");
                    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                    assertThat(stage.get(maker.bookPath()).statusCode()).as("what is known here").isEqualTo(200);
                });
            }
            assertThat(stage.getAs(ALICE, "/api/v1/positions").statusCode()).as("a part of it is lost").isEqualTo(503);
            HttpResponse<String> ready = stage.get("/actuator/health/readiness");
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            QueryStage.await("its breaker is shown as open", () -> stage.get("/actuator/prometheus").body()
                    .contains("name=\"outcry.query.redis.%s\",state=\"open\"} 1.0".formatted(lost)));

            others.forEach(maker -> maker.trade(1));
            others.forEach(maker -> QueryStage.await("the view is at its position", () -> stage.getAs(
                    ALICE, maker.orderPath(), "Outcry-Read-After", String.valueOf(maker.script().position())).statusCode() == 200));
            cluster.on(master(partition(others.getFirst())), redis -> redis.flushall());
            others.forEach(MakerOnStage::awaitReadable);
            others.forEach(MakerOnStage::assertWhatIsReadIsRight);
        }
    }

    private static ViewPartition partition(MakerOnStage maker) {
        return new ViewPartition(ViewLog.ORDERS, maker.script().partition());
    }

    private static int master(ViewPartition partition) {
        return RedisClusterOnStage.masterOf(new ViewKeys(partition).position());
    }

    private static List<Long> keys(RedisClusterOnStage cluster) {
        List<Long> keys = new ArrayList<>();
        for (int master = 0; master < cluster.masters(); master++) {
            cluster.on(master, redis -> keys.add(redis.dbsize()));
        }
        return keys;
    }

    private static int fullest(List<Long> keys) {
        return keys.indexOf(keys.stream().max(Long::compare).orElseThrow());
    }
}
