// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerOutageIT {

    @TempDir
    Path directory;

    /** The broker goes while outcomes are under way: they are given up, and once it is back everything is there once. */
    @Test
    void anOutageLongerThanTheTimeoutsIsRecoveredFromWithoutARestartOfTheProcess() throws Exception {
        Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
        int port = port(kafka);
        try (TestLog log = new TestLog(kafka.bootstrapServers());
                RunningPipeline service =
                        RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.impatient("outage", 1))) {
            service.awaitHealth("UP");
            log.writeRandom(9, 2_000);
            Awaitility.await("the first outcomes")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> log.outcomeCount() > 0);
            // Commands go on coming, for a broker may take its time to go.
            AtomicBoolean gone = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> writeUntil(gone, log));
            kafka.close();
            gone.set(true);
            service.awaitHealth("DOWN");
            kafka = EngineSource.found().kafka(directory.resolve("kafka"), port);
            writer.join();
            log.assertEveryOutcomeOnce();
            service.awaitHealth("UP");
        } finally {
            kafka.close();
        }
    }

    /** Nothing was under way, so nothing fails: that no broker answers is all there is to see. */
    @Test
    void anOutageIsSeenThoughNothingWasUnderWay() throws Exception {
        Broker kafka = EngineSource.found().kafka(directory.resolve("kafka"), 0);
        int port = port(kafka);
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.impatient("idle", 1))) {
            service.awaitHealth("UP");
            kafka.close();
            service.awaitHealth("DOWN");
            kafka = EngineSource.found().kafka(directory.resolve("kafka"), port);
            service.awaitHealth("UP");
        } finally {
            kafka.close();
        }
    }

    private static int port(Broker kafka) {
        return Integer.parseInt(kafka.bootstrapServers().substring(kafka.bootstrapServers().lastIndexOf(':') + 1));
    }

    private static void writeUntil(AtomicBoolean gone, TestLog log) {
        try {
            for (long seed = 10; !gone.get(); seed++) {
                log.writeRandom(seed, 2_000);
            }
        } catch (AssertionError | RuntimeException _) {
            // The broker was gone for longer than a producer waits.
        }
    }
}
