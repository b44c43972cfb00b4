// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.feed.LogFeed;
import io.outcry.query.verify.OutcryVerify;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same view in a Redis cluster, by configuration alone. */
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
            makers.forEach(MakerOnStage::assertViewIsRight);
            assertThat(ok(stage.getAs(ALICE, "/api/v1/orders?status=OPEN")).get("orders").size()).isEqualTo(PARTITIONS);
            assertThat(ok(stage.getAs(ALICE, "/api/v1/positions")).size()).isEqualTo(PARTITIONS);
            assertThat(stage.getAs(ALICE, "/api/v1/orders/by-client-id/m").statusCode()).isEqualTo(200);
            List<Long> keys = keys(cluster);
            assertThat(keys.stream().filter(size -> size > 0)).as("nodes with data: " + keys).hasSizeGreaterThan(1);
            cluster.on(fullest(keys), redis -> redis.flushall());
            makers.forEach(maker -> QueryStage.await("its partition is filled again",
                    () -> stage.getAs(ALICE, maker.orderPath()).statusCode() == 200));
            makers.forEach(MakerOnStage::assertViewIsRight);
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
            loss.accept(cluster, fullest(keys(cluster)));
            makers.forEach(MakerOnStage::awaitReadable);
            makers.forEach(maker -> maker.tradeAndAwait(1));
            makers.forEach(MakerOnStage::assertWhatIsReadIsRight);
        }
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
