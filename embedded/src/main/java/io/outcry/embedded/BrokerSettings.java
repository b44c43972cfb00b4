// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings of a broker that is its own controller and sized for a laptop, wherever it runs; without its listeners and directories. */
public final class BrokerSettings {

    private BrokerSettings() {}

    /** @param cluster all nodes, {@code node} among them */
    public static Map<String, String> of(KafkaNode node, List<KafkaNode> cluster) {
        String replicas = String.valueOf(Math.min(3, cluster.size()));
        String inSync = cluster.size() < 3 ? "1" : "2";
        Map<String, String> settings = new HashMap<>();
        settings.put("node.id", String.valueOf(node.id()));
        settings.put("process.roles", "broker,controller");
        settings.put("advertised.listeners", "PLAINTEXT://" + node.address());
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("controller.quorum.voters", cluster.stream()
                .map(voter -> voter.id() + "@" + voter.controllerAddress())
                .collect(Collectors.joining(",")));
        settings.put("auto.create.topics.enable", "false");
        // Kafka's own topics: a node alone has one replica and nobody to wait for.
        settings.put("default.replication.factor", replicas);
        settings.put("min.insync.replicas", inSync);
        settings.put("offsets.topic.replication.factor", replicas);
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", replicas);
        settings.put("transaction.state.log.min.isr", inSync);
        settings.put("share.coordinator.state.topic.replication.factor", replicas);
        settings.put("share.coordinator.state.topic.min.isr", inSync);
        settings.put("group.initial.rebalance.delay.ms", "0");
        // Sized for a laptop: the defaults are for a machine of its own.
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        // After a kill the broker may register again only when its old session is over: the default of 9 s is a long start.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        if (cluster.size() == 1) {
            // A controller with nothing to say forces that to the disk twice a second, which holds up those who write to a log meanwhile.
            settings.put("metadata.max.idle.interval.ms", "10000");
        }
        return settings;
    }
}
