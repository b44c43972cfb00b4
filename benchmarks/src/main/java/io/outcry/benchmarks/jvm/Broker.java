// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * A broker in a JVM of its own on an empty directory, with the topics of the orders. Its data go with it: when it is closed, when this JVM is
 * told to end, and, if this JVM is killed, when the broker notices.
 */
public final class Broker implements AutoCloseable {

    private final Path directory;
    private final OwnJvm process;
    private final String bootstrapServers;
    private final Thread stop = new Thread(this::remove);

    private Broker(Path directory, OwnJvm process, String bootstrapServers) {
        this.directory = directory;
        this.process = process;
        this.bootstrapServers = bootstrapServers;
        Runtime.getRuntime().addShutdownHook(stop);
    }

    /** Starts one and creates the topics. */
    public static Broker start(TopicLayout topics) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("outcry-benchmark");
        OwnJvm process = OwnJvm.start(BrokerJvm.FLAGS, BrokerJvm.NAME, List.of("--data", directory.toString()));
        try {
            Broker broker = new Broker(directory, process, BrokerJvm.await(process));
            TopicProvisioner.ensure(broker.connection(), List.of(topics.orderCommands(), topics.orderOutcomes()));
            return broker;
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            TemporaryDirectory.delete(directory);
            throw e;
        }
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Settings that a client needs to find it. */
    public Map<String, Object> connection() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    }

    /** Processor time it has used so far. */
    public Duration cpu() {
        return process.cpu();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(stop);
        process.close();
        try {
            TemporaryDirectory.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("the broker's data cannot be deleted", e);
        }
    }

    private void remove() {
        try {
            process.end();
            TemporaryDirectory.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("the broker's data cannot be deleted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
