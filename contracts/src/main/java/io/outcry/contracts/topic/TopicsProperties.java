// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import io.outcry.contracts.setting.Setting;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The shape of the topics, the same for every service of one installation.
 *
 * @param orderPartitions Partitions of each order topic, 1 to 1,024, the same for all services; never changed on topics that hold data
 * @param pricePartitions Partitions of each price topic, 1 to 1,024, the same for all services; never changed on topics that hold data
 * @param replicas Replication factor of topics that are created, at least 1; 3 in a cluster: from 3 on, two must be in sync
 */
@ConfigurationProperties("outcry.topics")
public record TopicsProperties(
        @DefaultValue("4") int orderPartitions, @DefaultValue("4") int pricePartitions, @DefaultValue("1") short replicas) {

    public TopicsProperties {
        Setting.between("outcry.topics.order-partitions", orderPartitions, 1, TopicLayout.MOST_PARTITIONS);
        Setting.between("outcry.topics.price-partitions", pricePartitions, 1, TopicLayout.MOST_PARTITIONS);
        Setting.atLeast("outcry.topics.replicas", (int) replicas, 1);
    }

    public TopicLayout layout() {
        return new TopicLayout(orderPartitions, pricePartitions, replicas);
    }
}
