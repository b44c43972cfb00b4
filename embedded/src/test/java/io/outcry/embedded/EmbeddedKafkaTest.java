// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedKafkaTest {

    @ParameterizedTest(name = "the file with its id is lost: {0}")
    @ValueSource(booleans = {false, true})
    void aRestartOnTheSameDirectoryKeepsClusterAndTopics(boolean lost, @TempDir Path directory) throws Exception {
        String clusterId;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("kafka"), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic("kept", 3, (short) 1))).all().get(20, TimeUnit.SECONDS);
            clusterId = admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS);
        }
        if (lost) {
            Files.delete(directory.resolve("kafka.cluster-id"));
        }

        try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("kafka"), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            assertThat(admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS)).isEqualTo(clusterId);
            assertThat(admin.describeTopics(List.of("kept")).allTopicNames().get(20, TimeUnit.SECONDS).get("kept").partitions())
                    .hasSize(3);
        }
    }

    @Test
    void itStartsWhereTheCapitalOfAnIHasADot(@TempDir Path directory) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.of("tr"));
        try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("kafka"), 0)) {
            assertThat(kafka.bootstrapServers()).isNotEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aDirectoryWithACommaInItsPathIsRefusedByName(@TempDir Path directory) {
        Path two = directory.resolve("a,b");
        assertThatIllegalStateException().isThrownBy(() -> EmbeddedKafka.start(two, 0)).withMessageContaining(two.toString());
    }
}
