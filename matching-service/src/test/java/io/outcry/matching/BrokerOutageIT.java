// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.outcry.embedded.Broker;
import io.outcry.embedded.EngineSource;
import java.nio.file.Path;
import java.time.Duration;
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
        int port = Integer.parseInt(kafka.bootstrapServers().substring(kafka.bootstrapServers().lastIndexOf(':') + 1));
        try (TestLog log = new TestLog(kafka.bootstrapServers());
                RunningPipeline service =
                        RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.settings(1, "outage", 1))) {
            service.awaitHealth("UP");
            log.writeRandom(9, 2_000);
            Awaitility.await("the first outcomes")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> log.outcomeCount() > 0);
            kafka.close();
            service.awaitHealth("DOWN");
            kafka = EngineSource.found().kafka(directory.resolve("kafka"), port);
            log.assertEveryOutcomeOnce();
            service.awaitHealth("UP");
        } finally {
            kafka.close();
        }
    }
}
