// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.ALICE;
import static io.outcry.standalone.Market.position;
import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.embedded.EmbeddedRedis;
import io.outcry.standalone.client.LocalApi;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody, or the machine short of memory, kills the Redis that standalone has started. */
@Order(1)
@Timeout(300)
class RedisKilledIT {

    @Test
    void itIsStartedAgainAndEveryOrderIsReadAsBefore(@TempDir Path directory) throws Exception {
        try (Market market = Market.open(directory)) {
            LocalApi.Answer placed = market.limit(ALICE, "BTC-USD", "BUY", "1.00", "100.00", "GTC");
            String order = "/api/v1/orders/" + text(placed.ok(), "orderId");
            assertThat(text(market.readAfter(position(placed), ALICE, order).ok(), "status")).isEqualTo("NEW");
            EmbeddedRedis redis = market.bean(Engines.class).redis();

            long killed = redis.pid();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();

            Market.await("Redis to be there again", () -> market.get("/actuator/health/readiness"),
                    answer -> answer.status() == 200 && redis.pid() != killed);
            assertThat(text(market.readAfter(position(placed), ALICE, order).ok(), "status")).isEqualTo("NEW");
        }
    }
}
