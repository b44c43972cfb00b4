// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.KafkaNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One node of a Kafka cluster as a process: directory, cluster id, which node it is, then port and controller port of every node. */
final class BrokerMain {

    private BrokerMain() {}

    static List<String> arguments(Path directory, String clusterId, int node, List<KafkaNode> cluster) {
        List<String> arguments = new ArrayList<>(List.of(directory.toString(), clusterId, String.valueOf(node)));
        for (KafkaNode each : cluster) {
            arguments.add(String.valueOf(each.port()));
            arguments.add(String.valueOf(each.controllerPort()));
        }
        return arguments;
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<KafkaNode> cluster = new ArrayList<>();
        for (int i = 3; i < arguments.length; i += 2) {
            cluster.add(new KafkaNode(cluster.size() + 1, Integer.parseInt(arguments[i]), Integer.parseInt(arguments[i + 1])));
        }
        KafkaNode node = cluster.get(Integer.parseInt(arguments[2]) - 1);
        try (EmbeddedKafka _ = EmbeddedKafka.start(Path.of(arguments[0]), node, cluster, arguments[1])) {
            Thread.currentThread().join();
        }
    }
}
