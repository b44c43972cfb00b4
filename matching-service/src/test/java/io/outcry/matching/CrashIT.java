// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashIT {

    /** So many that none of its lives comes to the end before it is killed. */
    private static final int COMMANDS = 60_000;

    @TempDir
    Path directory;

    @Test
    void killedTwiceInTheMiddleEveryCommandHasExactlyOneOutcome() throws Exception {
        try (Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
                TestLog log = new TestLog(kafka.bootstrapServers())) {
            log.writeRandom(42, COMMANDS);
            killWhenBeyond(log, 500, kafka.bootstrapServers());
            killWhenBeyond(log, log.outcomeCount() + 500, kafka.bootstrapServers());
            assertThat(log.outcomeCount()).as("killed in the middle").isLessThan(COMMANDS);
            Process last = start(kafka.bootstrapServers());
            try {
                log.assertEveryOutcomeOnce();
            } finally {
                kill(last);
            }
        }
    }

    private void killWhenBeyond(TestLog log, long outcomes, String bootstrapServers) throws Exception {
        Process service = start(bootstrapServers);
        try {
            Awaitility.await("more than " + outcomes + " outcomes")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> log.outcomeCount() > outcomes);
        } finally {
            kill(service);
        }
    }

    private Process start(String bootstrapServers) throws IOException {
        return new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RunningPipeline.class.getName(),
                bootstrapServers,
                "crash",
                "5"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(new File("target/crash-it.log")))
                .start();
    }

    private static void kill(Process service) throws InterruptedException {
        service.destroyForcibly();
        assertThat(service.waitFor(10, TimeUnit.SECONDS)).as("the service is dead").isTrue();
    }
}
