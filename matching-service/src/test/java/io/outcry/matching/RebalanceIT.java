// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RebalanceIT extends BrokerTrial {

    private static final int COMMANDS = 4_000;

    @Test
    void partitionsThatMoveUnderLoadAreMatchedByOneOwnerAtATime() throws Exception {
        log.writeRandom(1, COMMANDS);
        try (RunningPipeline first = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.writeRandom(2, COMMANDS);
            RunningPipeline second = RunningPipeline.start(kafka.bootstrapServers());
            try {
                Awaitility.await("each owns two partitions")
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> owned(first) == 2 && owned(second) == 2);
                log.writeRandom(3, COMMANDS);
                second.awaitHealth("UP");
            } finally {
                second.close();
            }
            log.writeRandom(4, COMMANDS);
            log.assertEveryOutcomeOnce();
            first.awaitHealth("UP");
            assertThat(owned(first)).isEqualTo(TestLog.PARTITIONS);
        }
    }

    private static long owned(RunningPipeline service) {
        return IntStream.range(0, TestLog.PARTITIONS)
                .filter(number -> service.partition(number).startsWith("LIVE"))
                .count();
    }
}
