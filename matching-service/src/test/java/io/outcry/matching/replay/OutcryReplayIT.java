// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.matching.TestLog;
import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tool on a broker. */
@Timeout(60)
class OutcryReplayIT {

    private static final int PARTITION = 2;
    private static final int COMMANDS = 50;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    @Test
    void aPartitionIsReadFromKafka() {
        try (Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
                TestLog log = new TestLog(kafka.bootstrapServers())) {
            RandomWireCommands random = new RandomWireCommands(11, PARTITION, 0);
            WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
            for (int offset = 0; offset < COMMANDS; offset++) {
                byte[] command = random.next().toByteArray();
                log.write(new ProducerRecord<>(Topics.ORDER_COMMANDS, PARTITION, null, command));
                log.write(new ProducerRecord<>(Topics.ORDER_OUTCOMES, PARTITION, null, engine.apply(offset, command)));
            }
            assertThat(replay(kafka, PARTITION)).isZero();
            assertThat(said()).startsWith("SAME: 50 commands from offset 0 on, 50 outcomes the same");
        }
    }

    @Test
    void aPartitionThatThereIsNotIsSaidToBeNone() {
        try (Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
                TestLog _ = new TestLog(kafka.bootstrapServers())) {
            assertThat(replay(kafka, 4)).isEqualTo(3);
            assertThat(said()).contains("order.commands.v1 has 4 partitions, of which none is 4");
        }
    }

    private int replay(Broker kafka, int partition) {
        return OutcryReplay.run(out, out, "--bootstrap-servers=" + kafka.bootstrapServers(), "--partition=" + partition);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }
}
