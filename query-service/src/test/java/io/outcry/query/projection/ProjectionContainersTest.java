// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.trace.Tracing;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProjectionContainersTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    @RegisterExtension
    private final ToldLines said = ToldLines.of(ProjectionContainers.class);

    /** As where Kafka's names cannot be resolved for an hour when Redis is back already. */
    @Test
    void aConsumerThatCannotBeMadeIsTriedAgainAndAgainAndToldOfOnce() throws Exception {
        CountDownLatch tried = new CountDownLatch(4);
        try (RedisLink nowhere = new RedisLink("redis://127.0.0.1:1", false, LIMIT, LIMIT)) {
            ProjectionContainers containers = new ProjectionContainers(new ProjectionContainers.Parts(
                    Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "no address"), new ProjectionSettings("group", 1, 1, 1, 1, 1),
                    () -> new ViewWriter(nowhere, LIMIT, Duration.ofDays(7), Clock.systemUTC()), new ViewPositions(1, 1), new LogIds(),
                    new ProjectionFaults(), null, new SimpleMeterRegistry(), Clock.systemUTC(), Tracing.off()),
                    new SetBackClock(), () -> {
                        tried.countDown();
                        return true;
                    });
            containers.start();
            try {
                assertThat(tried.await(30, TimeUnit.SECONDS)).isTrue();
            } finally {
                containers.stop();
            }
        }
        assertThat(said.list()).filteredOn(line -> line.getLevel() == Level.ERROR).singleElement()
                .satisfies(line -> assertThat(line.getMessage()).contains("could not be started"));
    }
}
