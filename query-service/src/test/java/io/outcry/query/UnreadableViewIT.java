// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Redis holds of one partition cannot be read by this version: that stops this partition, and no other one of its consumer. */
@Timeout(120)
class UnreadableViewIT {

    private static final int PARTITIONS = 2;

    @TempDir
    private Path directory;

    private QueryStage stage;
    private MakerOnStage damaged;
    private MakerOnStage sound;

    private enum Damage {
        HOLDING("a number", (redis, symbol) -> redis.hset("{o0}:h:alice", symbol, "a number|0|0|0|{}")),
        CANDLE("not a stored candle", (redis, symbol) -> redis.lset("{o0}:k1m:" + symbol, -1, "[\"a number\"]")),
        POSITION("a number", (redis, _) -> redis.set("{o0}:pos", "a number"));

        private final String reason;
        private final BiConsumer<RedisCommands<String, String>, String> damage;

        Damage(String reason, BiConsumer<RedisCommands<String, String>, String> damage) {
            this.reason = reason;
            this.damage = damage;
        }
    }

    @BeforeEach
    void start() {
        stage = QueryStage.open(directory, PARTITIONS);
        damaged = new MakerOnStage(stage, 0);
        sound = new MakerOnStage(stage, 1);
        damaged.tradeAndAwait(1);
        sound.tradeAndAwait(1);
        stage.stopService();
    }

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void aNewerFormatClosesItsPartitionUntilItIsFlushed() {
        stage.redis(redis -> redis.set("{o0}:log", "2:whatever a newer version says"));
        stage.startService();
        awaitStoppedAndNoOther("Redis holds a view of format 2");
        assertThat(stage.getAs(QueryStage.ALICE, damaged.orderPath()).statusCode()).isEqualTo(503);
        assertThat(stage.get("/actuator/health/readiness").body()).contains("\"o0\":\"Redis holds a view of format 2");
        stage.flushRedis();
        assertGoesOn();
    }

    @ParameterizedTest
    @EnumSource
    void aValueThatCannotBeReadStopsItsPartitionUntilItHasNoPosition(Damage damage) {
        stage.redis(redis -> damage.damage.accept(redis, damaged.script().symbol()));
        stage.startService();
        damaged.trade(1);
        awaitStoppedAndNoOther(damage.reason);
        stage.redis(redis -> redis.del("{o0}:pos"));
        assertGoesOn();
    }

    private void awaitStoppedAndNoOther(String reason) {
        QueryStage.await("it has stopped: " + reason, () -> {
            HttpResponse<String> health = stage.get("/actuator/health/readiness");
            return health.statusCode() == 503 && health.body().contains("stopped o0") && health.body().contains(reason);
        });
        sound.trade(2);
        String position = String.valueOf(sound.script().position());
        QueryStage.await("the other partition goes on",
                () -> stage.getAs(QueryStage.ALICE, sound.orderPath(), "Outcry-Read-After", position).statusCode() == 200);
        // Nothing here has waited for the registry: the service is not ready either way.
        sound.assertWhatIsReadIsRight();
        assertThat(stage.get("/actuator/health/readiness").body()).doesNotContain("stopped o1", "failed:");
    }

    private void assertGoesOn() {
        stage.awaitProjected(damaged.script());
        stage.awaitProjected(sound.script());
        stage.awaitReady();
        damaged.assertViewIsRight();
        sound.assertViewIsRight();
    }
}
