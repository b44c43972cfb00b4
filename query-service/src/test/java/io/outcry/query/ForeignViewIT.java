// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.query.position.ViewWatch;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Redis holds is of another log, or was written by an older version: neither is told from the position alone once the log has reached it. */
@Timeout(120)
class ForeignViewIT {

    private static final int PARTITIONS = 2;

    @TempDir
    private Path directory;

    private QueryStage stage;
    private MakerOnStage maker;

    @BeforeEach
    void start() {
        stage = QueryStage.open(directory, PARTITIONS);
        maker = new MakerOnStage(stage, 0);
        maker.tradeAndAwait(3);
        stage.awaitReady();
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    private String stored(String key) {
        String[] value = new String[1];
        stage.redis(redis -> value[0] = redis.get(key));
        return value[0];
    }

    private void awaitRed(String reason) {
        QueryStage.await("readiness says " + reason, () -> {
            HttpResponse<String> health = stage.get("/actuator/health/readiness");
            return health.statusCode() == 503 && health.body().contains(reason);
        });
    }

    /** Waits while the view is compared with the log, or looked at, so many times; the projection looks at it as often. */
    private void awaitLooks(int looks) {
        ViewWatch watch = stage.bean(ViewWatch.class);
        for (int i = 0; i < looks; i++) {
            List<ViewWatch.Finding> before = watch.findings();
            QueryStage.await("the view is looked at", () -> watch.findings() != before);
        }
    }

    @Test
    void theViewOfATopicThatWasMadeAnewIsNeitherReadNorWrittenAlsoIfTheNewLogIsLonger() {
        stage.stopService();
        String before = stored("{o0}:pos");
        stage.makeAnew(Topics.ORDER_OUTCOMES);
        MakerOnStage other = new MakerOnStage(stage, 0);
        other.trade(20);
        stage.startService();
        awaitRed("stopped o0");
        awaitRed("Redis holds the view of another log");
        assertThat(stage.getAs(QueryStage.ALICE, other.orderPath()).statusCode()).isEqualTo(503);
        assertThat(stored("{o0}:pos")).as("nothing is applied to it").isEqualTo(before);

        stage.flushRedis();
        stage.awaitProjected(other.script());
        stage.awaitReady();
        other.assertViewIsRight();
    }

    @Test
    void aTopicThatIsMadeAnewMeanwhileTakesAFlushAndANewStart() {
        stage.makeAnew(Topics.ORDER_OUTCOMES);
        awaitRed("made anew while this instance ran");
        MakerOnStage other = new MakerOnStage(stage, 0);
        other.trade(20);
        stage.flushRedis();
        awaitLooks(6);
        awaitRed("made anew while this instance ran");
        assertThat(stored("{o0}:pos")).as("nothing is written").isNull();
        stage.stopService();
        stage.startService();
        stage.awaitProjected(other.script());
        stage.awaitReady();
        other.assertViewIsRight();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0:of-whatever"})
    void aViewOfAnOlderFormatIsMadeAnew(String older) {
        String origin = stored("{o0}:log");
        assertThat(origin).startsWith("1:");
        stage.stopService();
        stage.redis(redis -> {
            redis.set("{o0}:left", "of another kind");
            redis.del("{o0}:log");
            if (!older.isEmpty()) {
                redis.set("{o0}:log", older);
            }
        });
        stage.startService();
        QueryStage.await("the view is made anew", () -> origin.equals(stored("{o0}:log")));
        stage.awaitReady();
        maker.tradeAndAwait(1);
        maker.assertViewIsRight();
        assertThat(stored("{o0}:left")).isNull();
    }

    @Test
    void aViewOfAnOlderFormatIsKeptWhereTheLogHasLostItsBeginning() {
        String origin = stored("{o0}:log");
        String position = stored("{o0}:pos");
        stage.stopService();
        stage.deleteRecords(Topics.ORDER_OUTCOMES, 0);
        stage.redis(redis -> redis.del("{o0}:log"));
        stage.startService();
        awaitRed("the log begins at offset ");
        assertThat(stored("{o0}:pos")).as("only Redis has it").isEqualTo(position);

        stage.redis(redis -> redis.set("{o0}:log", origin));
        stage.awaitReady();
        maker.tradeAndAwait(1);
        maker.assertViewIsRight();
    }
}
