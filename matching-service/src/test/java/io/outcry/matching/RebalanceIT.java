// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.log.MatchingPipeline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
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

    /** An instance with a name of its own is expected back after a crash only: then nobody has its partitions until its session times out. */
    @Test
    void anInstanceWithANameThatEndsInOrderGivesItsPartitionsAwayAtOnce() throws Exception {
        try (RunningPipeline first = named("a")) {
            RunningPipeline second = named("b");
            try {
                Awaitility.await("each owns two partitions").atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50))
                        .until(() -> owned(first) == 2 && owned(second) == 2);
            } finally {
                second.close();
            }
            assertThat(names()).as("members of the group, as soon as the second has stopped").containsExactly("a-0");
            for (int number = 0; number < TestLog.PARTITIONS; number++) {
                first.awaitPartition(number, "LIVE");
            }
        }
    }

    /** Each is the instance's with the number of its consumer behind it. */
    private List<String> names() throws Exception {
        try (Admin admin = Admin.create(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            return admin.describeConsumerGroups(List.of(MatchingPipeline.GROUP)).all().get().get(MatchingPipeline.GROUP).members().stream()
                    .map(member -> member.groupInstanceId().orElse("")).toList();
        }
    }

    private RunningPipeline named(String instanceId) {
        return RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.settings(1, instanceId, 1_000)).awaitHealth("UP");
    }

    private static long owned(RunningPipeline service) {
        return IntStream.range(0, TestLog.PARTITIONS)
                .filter(number -> service.partition(number).startsWith("LIVE"))
                .count();
    }
}
