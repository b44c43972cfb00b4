// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.activation;

import io.outcry.contracts.time.Micros;
import io.outcry.contracts.tool.ToolOptions;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.EngineVersion;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes one command to each partition: from there on it is matched by this version. To be run when every instance has the code that knows
 * it; an instance that does not would stop there. Running it twice changes nothing.
 */
public final class ActivateEngineVersion {

    private static final String USAGE = "activate-engine-version --bootstrap-servers=HOST:PORT --version=V, from " + EngineVersion.INITIAL
            + " to " + EngineVersion.NEWEST + " [--command-config=FILE: properties of Kafka's client, where it asks who somebody is]";

    private static final String VERSION = "version";
    private static final int MISUSED = 2;

    private ActivateEngineVersion() {}

    /** Runs it and ends the process. */
    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        System.setProperty("logback.configurationFile", "outcry-tools-logback.xml");
        System.exit(run(System.out, arguments));
    }

    /**
     * Does it.
     *
     * @return the process's exit code
     */
    static int run(PrintStream out, String... arguments) throws ExecutionException, InterruptedException {
        int version;
        Map<String, Object> configuration;
        try {
            ToolOptions options = new ToolOptions(
                    Set.of(ToolOptions.BOOTSTRAP_SERVERS, ToolOptions.COMMAND_CONFIG, VERSION), List.of(arguments));
            options.needed(VERSION);
            version = (int) options.number(VERSION, 0, EngineVersion.INITIAL, EngineVersion.NEWEST);
            configuration = options.kafka();
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.println(USAGE);
            return MISUSED;
        }
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(configuration, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (PartitionInfo partition : producer.partitionsFor(Topics.ORDER_COMMANDS)) {
                byte[] command = WireCommand.activate(version, Micros.now(InstantSource.system()));
                var record = new ProducerRecord<byte[], byte[]>(Topics.ORDER_COMMANDS, partition.partition(), null, command);
                long offset = producer.send(record).get().offset();
                out.println("partition " + partition.partition() + ": version " + version + " from offset " + (offset + 1) + " on");
            }
        }
        return 0;
    }
}
