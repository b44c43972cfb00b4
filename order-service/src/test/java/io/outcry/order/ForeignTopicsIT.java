// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics that somebody else has created or changed. */
class ForeignTopicsIT {

    private static final TopicLayout LAYOUT = new TopicLayout(2, 1, (short) 1);
    private static final String ONE_WEEK = "604800000";

    @TempDir
    private static Path directory;

    private static Broker kafka;
    private static Map<String, Object> client;
    private static Admin admin;

    @BeforeAll
    static void start() {
        kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
        client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        admin = Admin.create(client);
    }

    @AfterAll
    static void stop() {
        admin.close();
        kafka.close();
    }

    @Test
    void aTopicThatWouldLoseCommandsIsRefused() throws Exception {
        ensure(LAYOUT.orderCommands());
        refused(TopicConfig.RETENTION_MS_CONFIG, ONE_WEEK, "-1");
        refused(TopicConfig.RETENTION_BYTES_CONFIG, "1000000", "-1");
        refused(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT, TopicConfig.CLEANUP_POLICY_DELETE);
        ensure(LAYOUT.orderCommands());
    }

    private static void refused(String setting, String value, String wanted) throws Exception {
        set(setting, value);
        assertThatIllegalStateException()
                .isThrownBy(() -> ensure(LAYOUT.orderCommands()))
                .withMessageContainingAll(Topics.ORDER_COMMANDS, setting + "=" + value, "Set it to " + wanted);
        set(setting, wanted);
    }

    @Test
    void anotherSettingElsewhereIsTheOperatorsDecision() throws Exception {
        Map<String, String> shorter = new HashMap<>(LAYOUT.orderOutcomes().configs());
        shorter.put(TopicConfig.RETENTION_MS_CONFIG, ONE_WEEK);
        admin.createTopics(List.of(LAYOUT.orderOutcomes().configs(shorter))).all().get();
        ensure(LAYOUT.orderOutcomes());
        assertThat(read(Topics.ORDER_OUTCOMES, TopicConfig.RETENTION_MS_CONFIG)).as("what somebody has set is not changed")
                .isEqualTo(ONE_WEEK);
    }

    @Test
    void anotherNumberOfPartitionsIsRefused() throws Exception {
        admin.createTopics(List.of(new NewTopic(Topics.PRICE_COMMANDS, 3, (short) 1))).all().get();
        assertThatIllegalStateException()
                .isThrownBy(() -> ensure(LAYOUT.priceCommands()))
                .withMessageContaining(Topics.PRICE_COMMANDS + " has 3 partitions, configured are 1");
    }

    private static void ensure(NewTopic topic) {
        TopicProvisioner.ensure(client, List.of(topic));
    }

    private static void set(String setting, String value) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                resource(Topics.ORDER_COMMANDS),
                List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        // The controller has it, and the broker hears of it.
        RunningService.await(setting + " is " + value, () -> value.equals(read(Topics.ORDER_COMMANDS, setting)));
    }

    private static String read(String topic, String setting) {
        return admin.describeConfigs(List.of(resource(topic))).all().toCompletionStage().toCompletableFuture().join().get(resource(topic))
                .get(setting).value();
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }
}
