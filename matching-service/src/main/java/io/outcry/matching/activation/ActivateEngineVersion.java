// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.activation;

import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.ToolClient;
import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.EngineVersion;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Map;
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

    private static final int MISUSED = 2;

    private ActivateEngineVersion() {}

    /** Arguments: bootstrap servers, the version, and a file of properties of Kafka's client where it asks who somebody is. */
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
        String option = "--" + ToolClient.OPTION + "=";
        boolean hasFile = arguments.length == 3 && arguments[2].startsWith(option);
        int version = arguments.length == 2 || hasFile ? version(arguments[1]) : 0;
        if (version == 0) {
            out.println("arguments: bootstrap servers, a version from " + EngineVersion.INITIAL + " to " + EngineVersion.NEWEST + ", and "
                    + option + "FILE where Kafka asks who somebody is");
            return MISUSED;
        }
        Map<String, Object> configuration;
        try {
            configuration = ToolClient.of(arguments[0], hasFile ? arguments[2].substring(option.length()) : null);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
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

    /** The version that a text names; zero if there is none. */
    private static int version(String text) {
        for (int version = EngineVersion.INITIAL; version <= EngineVersion.NEWEST; version++) {
            if (text.equals(String.valueOf(version))) {
                return version;
            }
        }
        return 0;
    }
}
