// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import io.outcry.matching.TestLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivateEngineVersionIT {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    @Test
    void everyPartitionGetsOneCommand() throws Exception {
        try (Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
                TestLog log = new TestLog(kafka.bootstrapServers())) {
            assertThat(ActivateEngineVersion.run(out, "--bootstrap-servers=" + kafka.bootstrapServers(), "--version=1")).isZero();
            for (int partition = 0; partition < TestLog.PARTITIONS; partition++) {
                assertThat(log.commands(partition)).hasSize(1);
                OrderCommand command = OrderCommand.parseFrom(log.commands(partition).getFirst().value());
                assertThat(command.getActivateEngineVersion().getVersion()).isEqualTo(1);
                assertThat(said.toString(StandardCharsets.UTF_8)).contains("partition " + partition + ": version 1 from offset 1 on");
            }
        }
    }

    @Test
    void aFileOfPropertiesHasToBeThere() throws Exception {
        String file = directory.resolve("none").toString();
        assertThat(ActivateEngineVersion.run(out, "--bootstrap-servers=127.0.0.1:1", "--version=1", "--command-config=" + file))
                .isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("--command-config cannot be read");
    }

    @Test
    void aVersionThatThisCodeDoesNotKnowIsNotActivated() throws Exception {
        assertThat(ActivateEngineVersion.run(out, "--bootstrap-servers=127.0.0.1:1", "--version=2")).isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("--version is out of range: 2", "--version=V, from 1 to 1");
    }
}
