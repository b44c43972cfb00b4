// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One Kafka broker, its own KRaft controller, on loopback inside this JVM: alone, or one node of a cluster. Its data outlive it: started
 * again on the same directory it has the same cluster id and the same records.
 *
 * <p>The only class that touches Kafka's server internals; they are pinned to the client's version. One node means one replica: what it
 * has acknowledged survives the death of the process, not the loss of power (Kafka does not force every record to disk).
 *
 * <p>From its first start on this JVM has no language of its own, {@link Locale#ROOT}.
 */
public final class EmbeddedKafka implements Broker {

    private final KafkaRaftServer server;
    private final String bootstrapServers;

    private EmbeddedKafka(KafkaRaftServer server, String bootstrapServers) {
        this.server = server;
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Starts a broker and returns when it serves.
     *
     * @param directory where the log lives; created if missing
     * @param port the port to listen on, 0 for a free one
     * @throws IllegalStateException if the directory cannot be used or the port is taken
     */
    public static EmbeddedKafka start(Path directory, int port) {
        return start(directory, port, Map.of());
    }

    /**
     * As the other one, with settings of the broker that are not its own: who may connect, for one, and what he may do.
     *
     * @param settings by their names; they stand above all others
     */
    public static EmbeddedKafka start(Path directory, int port, Map<String, String> settings) {
        KafkaNode only = new KafkaNode(1, port == 0 ? FreePort.pick() : port, FreePort.pick());
        Path data = directory.toAbsolutePath().normalize();
        return start(data, only, List.of(only), clusterId(data), settings);
    }

    /**
     * Starts one node of a cluster, each in a JVM of its own, and returns when it serves: as soon as most of the nodes run.
     *
     * @param directory where the log of this node lives; created if missing
     * @param node this one
     * @param cluster all of them, the same at every start
     * @param clusterId the same for all of them, 22 characters as {@link Uuid} writes them
     * @throws IllegalStateException if the directory cannot be used or the port is taken
     */
    public static EmbeddedKafka start(Path directory, KafkaNode node, List<KafkaNode> cluster, String clusterId) {
        return start(directory, node, cluster, clusterId, Map.of());
    }

    /** As the other one, with settings of the broker that are not its own. */
    public static EmbeddedKafka start(
            Path directory, KafkaNode node, List<KafkaNode> cluster, String clusterId, Map<String, String> settings) {
        Path data = directory.toAbsolutePath().normalize();
        // Kafka's server looks up words in the capitals of the machine's language, also whenever a setting is changed: in Turkish in vain.
        Locale.setDefault(Locale.ROOT);
        format(data, node.id(), clusterId);
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(configuration(data, node, cluster, settings)), Time.SYSTEM);
        try {
            server.startup();
        } catch (RuntimeException e) {
            server.shutdown();
            throw new IllegalStateException("Kafka does not start on port " + node.port() + " with its data in " + data, e);
        }
        return new EmbeddedKafka(server, node.address());
    }

    @Override
    public String bootstrapServers() {
        return bootstrapServers;
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }

    /** The one in the file beside the directory, which is written at the first start, and again from the data if it is lost. */
    private static String clusterId(Path data) {
        try {
            Files.createDirectories(data);
            Path idFile = data.resolveSibling(data.getFileName() + ".cluster-id");
            if (!Files.exists(idFile)) {
                // Never half of one: a broker refuses data with another id than it is told.
                Path whole = Files.writeString(data.resolveSibling(data.getFileName() + ".cluster-id.new"), formatted(data));
                Files.move(whole, idFile, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(idFile).strip();
        } catch (IOException e) {
            throw new IllegalStateException("Kafka cannot use the directory " + data, e);
        }
    }

    /** The id that the data has; a new one if there is no data yet. */
    private static String formatted(Path data) throws IOException {
        Properties known = new Properties();
        Path meta = data.resolve("meta.properties");
        if (Files.exists(meta)) {
            try (Reader reader = Files.newBufferedReader(meta)) {
                known.load(reader);
            }
        }
        return known.getProperty("cluster.id", Uuid.randomUuid().toString());
    }

    private static void format(Path data, int nodeId, String clusterId) {
        if (data.toString().contains(",")) {
            throw new IllegalStateException("Kafka cannot use the directory " + data + ": to it a comma separates two directories");
        }
        try {
            Files.createDirectories(data);
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(nodeId)
                    .setClusterId(clusterId)
                    .setDirectories(List.of(data.toString()))
                    .setMetadataLogDirectory(data.toString())
                    .setControllerListenerName("CONTROLLER")
                    .setIgnoreFormatted(true)
                    .run();
        } catch (IOException e) {
            throw new IllegalStateException("Kafka cannot use the directory " + data, e);
        } catch (Exception e) {
            throw new IllegalStateException("Kafka cannot format the directory " + data, e);
        }
    }

    private static Properties configuration(Path data, KafkaNode node, List<KafkaNode> cluster, Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(BrokerSettings.of(node, cluster));
        properties.put("listeners", "PLAINTEXT://" + node.address() + ",CONTROLLER://" + node.controllerAddress());
        properties.put("log.dirs", data.toString());
        properties.put("metadata.log.dir", data.toString());
        properties.putAll(settings);
        return properties;
    }
}
