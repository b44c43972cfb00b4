// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import io.outcry.containers.KeptContainers.Kept;
import io.outcry.embedded.Broker;
import io.outcry.embedded.BrokerSettings;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.KafkaNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.Uuid;

/** Kafka in a container, broker and controller in one, with the settings of the embedded one. */
final class ContainerBroker implements Broker {

    /** The broker's last words at its start. */
    private static final String SERVES = "Kafka Server started";
    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    private final Kept kept;

    private ContainerBroker(Kept kept) {
        this.kept = kept;
    }

    static Kept create(int port) {
        KafkaNode node = new KafkaNode(1, port, FreePort.pick());
        Map<String, String> environment = new HashMap<>();
        BrokerSettings.of(node, List.of(node)).forEach((key, value) -> environment.put(variable(key), value));
        environment.put("CLUSTER_ID", Uuid.randomUuid().toString());
        environment.put("KAFKA_LISTENERS", "PLAINTEXT://0.0.0.0:" + port + ",CONTROLLER://" + node.controllerAddress());
        // A test's broker does little and lives for seconds: it is the start that counts.
        environment.put("KAFKA_HEAP_OPTS", "-Xms256m -Xmx512m");
        environment.put("KAFKA_JVM_PERFORMANCE_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return new Kept(EngineContainer.start(Images.kafka(), List.of(port), environment, List.of()), port);
    }

    /** The broker in a container that has just been started, once it serves. */
    static ContainerBroker awaited(Kept kept) {
        kept.container().awaitSaid(SERVES, START_LIMIT);
        return new ContainerBroker(kept);
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + kept.port();
    }

    @Override
    public void close() {
        kept.container().stop();
    }

    /** The image's name of a setting. */
    private static String variable(String setting) {
        return "KAFKA_" + setting.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
