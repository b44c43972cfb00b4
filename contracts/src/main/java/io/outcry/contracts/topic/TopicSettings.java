// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of topics that somebody else may have created, or changed since. */
final class TopicSettings {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSettings.class);
    private static final String WITHOUT_LIMIT = "-1";

    private TopicSettings() {}

    /**
     * Says in the log which settings are not those that the topics would be created with. Without the right to read them, only that.
     *
     * @throws UnusableTopicsException if Kafka would delete commands: all that there is is made from them
     */
    static void check(Admin admin, List<NewTopic> topics, long timeoutSeconds)
            throws ExecutionException, InterruptedException, TimeoutException {
        List<ConfigResource> names = topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name())).toList();
        Map<ConfigResource, Config> found;
        try {
            found = admin.describeConfigs(names).all().get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            LOG.atWarn().addKeyValue("reason", e.getCause().getMessage())
                    .log("the settings of the topics cannot be read and were not checked");
            return;
        }
        for (int i = 0; i < topics.size(); i++) {
            check(topics.get(i), found.get(names.get(i)));
        }
    }

    private static void check(NewTopic topic, @Nullable Config found) {
        if (found == null) {
            return;
        }
        if (topic.name().equals(Topics.ORDER_COMMANDS)) {
            require(topic.name(), found, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            require(topic.name(), found, TopicConfig.RETENTION_MS_CONFIG, WITHOUT_LIMIT);
            require(topic.name(), found, TopicConfig.RETENTION_BYTES_CONFIG, WITHOUT_LIMIT);
        }
        new TreeMap<>(topic.configs()).forEach((setting, wanted) -> {
            String value = value(found, setting);
            if (!wanted.equals(value)) {
                LOG.atWarn()
                        .addKeyValue("topic", topic.name())
                        .addKeyValue("setting", setting)
                        .addKeyValue("value", value)
                        .addKeyValue("wanted", wanted)
                        .log("a topic has another setting than it would be created with");
            }
        });
    }

    private static void require(String topic, Config found, String setting, String wanted) {
        String value = value(found, setting);
        if (!wanted.equals(value)) {
            throw new UnusableTopicsException(
                    "topic " + topic + " has " + setting + "=" + value + ", which would delete commands: they are the data,"
                            + " and a partition whose first command is gone does not start again. Set it to " + wanted,
                    null);
        }
    }

    private static @Nullable String value(Config config, String setting) {
        ConfigEntry entry = config.get(setting);
        return entry == null ? null : entry.value();
    }
}
