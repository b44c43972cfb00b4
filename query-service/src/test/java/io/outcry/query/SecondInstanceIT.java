// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.embedded.FreePort;
import io.outcry.query.position.ViewWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Another instance comes to a view that one keeps already. */
@Timeout(120)
class SecondInstanceIT {

    /** The group has long taken in whoever asked. */
    private static final long LONG_MILLIS = Duration.ofSeconds(5).toMillis();

    /** As with a wrong password in what is rolled out: else the partitions that it were given would stand still for everybody. */
    @Test
    void oneThatCannotReachRedisTakesNoPartition(@TempDir Path directory) {
        try (QueryStage stage = QueryStage.open(directory)) {
            stage.awaitReady();
            List<MakerOnStage> makers =
                    IntStream.range(0, QueryStage.PARTITIONS).mapToObj(partition -> new MakerOnStage(stage, partition)).toList();
            try (ConfigurableApplicationContext other = stage.another("redis://127.0.0.1:" + FreePort.pick())) {
                ViewWatch watch = other.getBean(ViewWatch.class);
                OptionalLong silent = watch.silentMillis();
                while (silent.orElseThrow() < LONG_MILLIS) {
                    makers.forEach(maker -> maker.tradeAndAwait(1));
                    silent = watch.silentMillis();
                }
                makers.forEach(MakerOnStage::assertViewIsRight);
                assertThat(watch.findings()).isEmpty();
            }
        }
    }
}
