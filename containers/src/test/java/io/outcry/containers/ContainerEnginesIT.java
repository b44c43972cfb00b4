// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisProbe;
import io.outcry.embedded.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the services' tests do to their engines, done to containers. */
@Timeout(180)
class ContainerEnginesIT {

    @TempDir
    private Path directory;

    @Test
    void containersAreWhatATestGetsWithThisModuleOnItsClassPath() {
        assertThat(EngineSource.found()).isInstanceOf(ContainerEngines.class);
    }

    @Test
    void aBrokerThatIsStartedAgainHasItsAddressItsClusterAndItsTopics() throws Exception {
        String address;
        String clusterId;
        try (Broker kafka = EngineSource.found().kafka(directory, 0); Admin admin = admin(kafka)) {
            address = kafka.bootstrapServers();
            admin.createTopics(List.of(new NewTopic("kept", 3, (short) 1))).all().get(20, TimeUnit.SECONDS);
            clusterId = admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS);
        }

        try (Broker kafka = EngineSource.found().kafka(directory, 0); Admin admin = admin(kafka)) {
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS)).isEqualTo(clusterId);
            assertThat(admin.describeTopics(List.of("kept")).allTopicNames().get(20, TimeUnit.SECONDS).get("kept").partitions()).hasSize(3);
        }
    }

    @Test
    void aRedisCanBeFrozenKilledAndStartedAgain() {
        int port;
        try (RedisServer redis = EngineSource.found().redis(directory, 0)) {
            port = redis.port();
            redis.freeze();
            assertThat(RedisProbe.answers(port)).as("frozen").isFalse();
            redis.thaw();
            assertThat(RedisProbe.answers(port)).as("thawed").isTrue();
            redis.kill();
            assertThat(RedisProbe.answers(port)).as("killed").isFalse();
        }
        try (RedisServer redis = EngineSource.found().redis(directory, port)) {
            assertThat(redis.port()).isEqualTo(port);
            assertThat(RedisProbe.answers(port)).as("started again").isTrue();
        }
        assertThat(RedisProbe.answers(port)).as("closed").isFalse();
    }

    @Test
    void anotherPortForTheSameDataIsRefused() {
        try (RedisServer redis = EngineSource.found().redis(directory, 0)) {
            int other = redis.port() + 1;
            assertThatThrownBy(() -> EngineSource.found().redis(directory, other)).hasMessageContaining(String.valueOf(other));
        }
    }

    private static Admin admin(Broker kafka) {
        return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    }
}
