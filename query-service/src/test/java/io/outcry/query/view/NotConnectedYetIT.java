// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lettuce.core.RedisClient;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While there is no connection to a Redis that was there from the start, whoever wants one is told where it would be and why it is not. */
@Timeout(60)
class NotConnectedYetIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void thatThePasswordIsWrongIsSaidButNotWhichOneItIs(@TempDir Path directory) {
        try (RedisServer redis = EngineSource.found().redis(directory, 0);
                RedisClient client = RedisClient.create(redis.uri())) {
            client.connect().sync().configSet("requirepass", "right");
            String where = "127.0.0.1:" + redis.port();
            RedisLink link = new RedisLink("redis://:Geheim99@" + where, false, TIMEOUT, TIMEOUT);
            try {
                Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
                    link.connect();
                    assertTold(catchThrowable(link::reads), where);
                    assertTold(catchThrowable(link::writes), where);
                });
            } finally {
                link.close();
            }
        }
    }

    private static void assertTold(Throwable thrown, String where) {
        assertThat(thrown).isInstanceOf(NotConnectedYetException.class).hasMessageContainingAll(where, "WRONGPASS").hasCauseInstanceOf(
                Exception.class);
        assertThat(thrown.getStackTrace()).isEmpty();
        assertThat(thrown).message().doesNotContain("Geheim99");
        assertThat(thrown).cause().message().doesNotContain("Geheim99");
    }
}
