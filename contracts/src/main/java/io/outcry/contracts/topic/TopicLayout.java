// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How many partitions and replicas the topics have. The number of partitions is part of the data model: it is never changed on topics
 * that hold data.
 *
 * @param orderPartitions partitions of both order topics
 * @param pricePartitions partitions of both price topics
 * @param replicas replication factor of every topic; with three, two must be in sync
 */
public record TopicLayout(int orderPartitions, int pricePartitions, short replicas) {

    /** Largest record in bytes: the outcome of one order that trades with thousands of others is far above Kafka's default of 1 MiB. */
    public static final int MAX_RECORD_BYTES = 8 * 1024 * 1024;

    static final int MOST_PARTITIONS = 1_024;

    private static final String FOREVER = "-1";
    private static final String SNAPSHOT_SEGMENT_BYTES = String.valueOf(64 * 1024 * 1024);
    private static final String ONE_MINUTE = String.valueOf(60L * 1000);
    private static final String ANY_TIME = String.valueOf(Long.MAX_VALUE);
    private static final String PRICE_SEGMENT_BYTES = String.valueOf(16 * 1024 * 1024);
    private static final String ONE_HOUR = String.valueOf(60L * 60 * 1000);
    private static final String ONE_DAY = String.valueOf(24L * 60 * 60 * 1000);

    public TopicLayout {
        if (orderPartitions < 1 || orderPartitions > MOST_PARTITIONS || pricePartitions < 1 || pricePartitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException("between 1 and 1024 partitions, not " + orderPartitions + " and " + pricePartitions);
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("at least one replica, not " + replicas);
        }
    }

    /**
     * With a bound for clocks: a command moves the engine's clock, which never goes back, so one from a machine that is a day ahead would end
     * orders and forget client order ids for good. Kafka refuses what is stamped more than a minute ahead of its own clock.
     */
    public NewTopic orderCommands() {
        NewTopic commands = topic(Topics.ORDER_COMMANDS, orderPartitions, TopicConfig.CLEANUP_POLICY_DELETE, FOREVER);
        return with(commands, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, ONE_MINUTE);
    }

    /**
     * Without a bound for clocks, where Kafka's own is an hour: nobody reads when an outcome was written, and an owner whose clock is wrong, or was
     * when the broker's was set back, must not stop at it.
     */
    public NewTopic orderOutcomes() {
        NewTopic outcomes = topic(Topics.ORDER_OUTCOMES, orderPartitions, TopicConfig.CLEANUP_POLICY_DELETE, FOREVER);
        return with(outcomes, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, ANY_TIME);
    }

    /**
     * Partitioned like the commands; whoever writes a snapshot deletes the ones that are not kept, which frees whole segments only. Without a bound
     * for clocks, like the outcomes.
     */
    public NewTopic bookSnapshots() {
        NewTopic snapshots = topic(Topics.BOOK_SNAPSHOTS, orderPartitions, TopicConfig.CLEANUP_POLICY_DELETE, FOREVER);
        return with(
                with(snapshots, TopicConfig.SEGMENT_BYTES_CONFIG, SNAPSHOT_SEGMENT_BYTES),
                TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, ANY_TIME);
    }

    public NewTopic instruments() {
        return topic(Topics.INSTRUMENTS, 1, TopicConfig.CLEANUP_POLICY_COMPACT, FOREVER);
    }

    /** Kept for a day, and the hour that a segment is written for. */
    public NewTopic priceCommands() {
        return withShortSegments(topic(Topics.PRICE_COMMANDS, pricePartitions, TopicConfig.CLEANUP_POLICY_DELETE, ONE_DAY));
    }

    /** Each start of query-service reads all of it, so what has been replaced must not stay for long. */
    public NewTopic priceUpdates() {
        return withShortSegments(topic(Topics.PRICE_UPDATES, pricePartitions, TopicConfig.CLEANUP_POLICY_COMPACT, FOREVER));
    }

    /** Nothing is compacted or deleted of the segment that is being written, and Kafka's own ends with 1 GiB or a week. */
    private static NewTopic withShortSegments(NewTopic topic) {
        return with(with(topic, TopicConfig.SEGMENT_BYTES_CONFIG, PRICE_SEGMENT_BYTES), TopicConfig.SEGMENT_MS_CONFIG, ONE_HOUR);
    }

    private static NewTopic with(NewTopic topic, String setting, String value) {
        Map<String, String> configs = new HashMap<>(topic.configs());
        configs.put(setting, value);
        return topic.configs(configs);
    }

    private NewTopic topic(String name, int partitions, String cleanup, String retentionMillis) {
        return new NewTopic(name, partitions, replicas)
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG, cleanup,
                        TopicConfig.RETENTION_MS_CONFIG, retentionMillis,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(MAX_RECORD_BYTES),
                        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replicas >= 3 ? "2" : "1"));
    }
}
