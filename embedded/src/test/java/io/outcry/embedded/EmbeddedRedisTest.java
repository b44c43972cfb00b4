// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EmbeddedRedisTest {

    @Test
    void it_answers_until_it_is_closed(@TempDir Path directory) {
        int port;
        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, 0)) {
            port = redis.port();
            assertThat(RedisProbe.answers(port)).isTrue();
        }
        assertThat(RedisProbe.answers(port)).isFalse();
    }

    @Test
    void one_left_behind_in_the_same_directory_is_replaced(@TempDir Path directory) {
        EmbeddedRedis leftBehind = EmbeddedRedis.start(directory, 0);
        try (EmbeddedRedis redis = EmbeddedRedis.start(directory, leftBehind.port())) {
            assertThat(redis.pid()).isNotEqualTo(leftBehind.pid());
            assertThat(RedisProbe.answers(redis.port())).isTrue();
        } finally {
            leftBehind.close();
        }
    }

    @Test
    void somebody_elses_port_is_refused_with_its_number(@TempDir Path directory) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedRedis.start(directory, taken.getLocalPort()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
    }
}
