// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The shape of the topics, the same for every service of one installation.
 *
 * @param orderPartitions partitions of the order topics, 1 to 1024
 * @param pricePartitions partitions of the price topics, 1 to 1024
 * @param replicas replication factor, 3 in a cluster
 */
@ConfigurationProperties("outcry.topics")
public record TopicsProperties(
        @DefaultValue("4") int orderPartitions, @DefaultValue("4") int pricePartitions, @DefaultValue("1") short replicas) {

    /** @throws IllegalArgumentException if a number is out of range */
    public TopicLayout layout() {
        return new TopicLayout(orderPartitions, pricePartitions, replicas);
    }
}
