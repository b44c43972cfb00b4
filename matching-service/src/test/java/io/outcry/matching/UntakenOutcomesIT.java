// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.KafkaNode;
import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.log.MatchingPipeline;
import io.outcry.matching.log.MatchingProperties;
import io.outcry.matching.log.SnapshotProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** A partition whose outcomes Kafka cannot take or give costs only itself, and goes on when it can. */
@Order(1)
@Timeout(240)
class UntakenOutcomesIT {

    private static final int CONCERNED = 1;
    private static final int LAST = TestLog.PARTITIONS - 1;
    private static final int EACH = 100;

    @TempDir
    private Path directory;

    private final String cluster = Uuid.randomUuid().toString();
    private final KafkaNode first = new KafkaNode(1, FreePort.pick(), FreePort.pick());
    private final KafkaNode second = new KafkaNode(2, FreePort.pick(), FreePort.pick());
    private final KafkaNode third = new KafkaNode(3, FreePort.pick(), FreePort.pick());

    /** The only replica of its outcomes is on a broker that is away. */
    @Test
    void withoutALeader() throws Exception {
        try (EmbeddedKafka stays = start(); EmbeddedKafka leaves = start(second, stays)) {
            createTopics(stays, concerned(List.of(2), List.of(1)), Map.of());
            standsAlone(stays, leaves, "order.outcomes.v1-" + CONCERNED);
        }
    }

    /** It has a leader and can be read, but one of the two replicas that a record must come to is away. */
    @Test
    void withTooFewReplicas() throws Exception {
        try (EmbeddedKafka stays = start(); EmbeddedKafka leaves = start(second, stays); EmbeddedKafka _ = start(third, stays)) {
            createTopics(stays, concerned(List.of(1, 2), List.of(1, 3)), Map.of("min.insync.replicas", "2"));
            standsAlone(stays, leaves, "order.outcomes.v1-" + CONCERNED + " takes no outcomes");
        }
    }

    /** All but the last: together they are more bytes than the producer has room for, and wait for longer than this test lasts. */
    @Test
    void severalWithoutALeaderForLargeOnes() throws Exception {
        try (EmbeddedKafka stays = start(); EmbeddedKafka leaves = start(second, stays)) {
            createTopics(stays, UntakenOutcomesIT::allButTheLast, Map.of());
            takeNoRoomFromTheLast(stays, leaves);
        }
    }

    /** All but the last have no leader when the service starts, and are waited for longer than this test lasts. */
    @Test
    void theOthersDoNotWaitForThemAtTheStart() throws Exception {
        try (EmbeddedKafka stays = start()) {
            try (EmbeddedKafka _ = start(second, stays)) {
                createTopics(stays, UntakenOutcomesIT::allButTheLast, Map.of());
            }
            MatchingProperties settings = new MatchingProperties(1, "", Duration.ofSeconds(1), Duration.ofMinutes(4), 1_000);
            try (RunningPipeline service = RunningPipeline.start(stays.bootstrapServers(), settings)) {
                service.awaitPartition(LAST, "LIVE");
                assertThat(service.partition(0)).isEqualTo("LOADING");
            }
        }
    }

    /** Who has made the topic has made it for smaller records. */
    @Test
    void withOneThatIsLargerThanItsTopicTakes() throws Exception {
        try (EmbeddedKafka kafka = start()) {
            createTopics(kafka, _ -> List.of(1), Map.of("max.message.bytes", "20000"));
            try (TestLog log = new TestLog(kafka.bootstrapServers());
                    RunningPipeline service = serve(kafka)) {
                log.writeRandom(1, EACH * TestLog.PARTITIONS);
                long offset = log.write(TestLog.record(CONCERNED, WireCommands.tick(1, "S".repeat(15_000))));
                // A start anew of all takes longer than the time between two looks.
                Awaitility.await("it stays failed, and the others live").during(Duration.ofSeconds(5)).atMost(Duration.ofSeconds(60))
                        .until(() -> service.partition(CONCERNED).startsWith("FAILED at offset " + offset + ":") && areLive(service));
                assertThat(service.partition(CONCERNED)).contains("RecordTooLargeException");
                log.writeRandom(2, EACH * TestLog.PARTITIONS);
                others().forEach(partition -> assertThat(log.outcomes(partition, 2 * EACH)).hasSizeGreaterThanOrEqualTo(2 * EACH));
                assertThat(log.outcomeCount(CONCERNED)).isEqualTo(offset);
            }
        }
    }

    private void standsAlone(EmbeddedKafka stays, EmbeddedKafka leaves, String reason) throws Exception {
        try (TestLog log = new TestLog(stays.bootstrapServers());
                RunningPipeline service = serve(stays)) {
            log.writeRandom(1, EACH * TestLog.PARTITIONS);
            log.assertEveryOutcomeOnce();
            leaves.close();
            log.writeRandom(2, EACH * TestLog.PARTITIONS);

            Awaitility.await("it is tried again, and why").atMost(Duration.ofSeconds(60)).until(() -> service.partition(CONCERNED),
                    partition -> partition.startsWith("LOADING again: ") && partition.contains(reason));
            others().forEach(partition -> service.awaitPartition(partition, "LIVE"));
            log.writeRandom(3, EACH * TestLog.PARTITIONS);
            others().forEach(partition -> assertThat(log.outcomes(partition, 3 * EACH)).hasSizeGreaterThanOrEqualTo(3 * EACH));
            // A start anew of all takes longer than the time between two looks.
            Awaitility.await("the others live while it is tried again").during(Duration.ofSeconds(5)).atMost(Duration.ofSeconds(30))
                    .until(() -> service.partition(CONCERNED).startsWith("LOADING again: ") && areLive(service));

            try (EmbeddedKafka _ = start(second, stays)) {
                service.awaitPartition(CONCERNED, "LIVE");
                for (int partition = 0; partition < TestLog.PARTITIONS; partition++) {
                    assertEveryOutcome(partition, log);
                }
            }
        }
    }

    private static void takeNoRoomFromTheLast(EmbeddedKafka stays, EmbeddedKafka leaves) {
        MatchingProperties settings = new MatchingProperties(1, "", Duration.ofMinutes(4), Duration.ofMinutes(4), 1_000);
        SnapshotProperties none = new SnapshotProperties(
                100_000_000, Duration.ZERO, Duration.ofDays(1), DataSize.ofMegabytes(64), 3);
        try (TestLog log = new TestLog(stays.bootstrapServers());
                RunningPipeline service = RunningPipeline.start(stays.bootstrapServers(), settings, none, new SetBackClock())
                        .awaitHealth("UP")) {
            leaves.close();
            for (int i = 0; i < 30 * LAST; i++) {
                log.write(TestLog.record(i % LAST, WireCommands.tick(1, "S".repeat(900_000))));
            }
            log.writeRandom(1, EACH * TestLog.PARTITIONS);
            assertThat(log.outcomes(LAST, EACH)).hasSizeGreaterThanOrEqualTo(EACH);
            assertThat(IntStream.range(0, LAST).mapToObj(service::partition)).allMatch(state -> state.startsWith("LIVE"));
        }
    }

    private static RunningPipeline serve(EmbeddedKafka kafka) {
        return RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.impatient("", 1_000)).awaitHealth("UP");
    }

    private static void assertEveryOutcome(int partition, TestLog log) {
        Awaitility.await("an outcome of each command in partition " + partition).atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            List<Long> commands = log.commands(partition).stream().map(ConsumerRecord::offset).toList();
            List<Long> outcomes = log.outcomes(partition, (int) log.outcomeCount(partition)).stream()
                    .map(outcome -> OutcomeHead.of(outcome.value()).inputOffset()).distinct().toList();
            assertThat(outcomes).containsExactlyElementsOf(commands);
        });
    }

    /** The only controller. */
    private EmbeddedKafka start() {
        return EmbeddedKafka.start(directory.resolve("1"), first, List.of(first), cluster);
    }

    private EmbeddedKafka start(KafkaNode broker, EmbeddedKafka controller) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", controller.bootstrapServers()))) {
            // The group's own topic comes to be while there is no other broker, and stays where it is.
            admin.listConsumerGroupOffsets(MatchingPipeline.GROUP).partitionsToOffsetAndMetadata().get(30, TimeUnit.SECONDS);
        }
        return EmbeddedKafka.start(directory.resolve(String.valueOf(broker.id())), broker, List.of(first), cluster, Map.of(
                "process.roles", "broker", "listeners", "PLAINTEXT://" + broker.address()));
    }

    private static boolean areLive(RunningPipeline service) {
        return others().allMatch(partition -> service.partition(partition).startsWith("LIVE"));
    }

    private static Stream<Integer> others() {
        return IntStream.range(0, TestLog.PARTITIONS).filter(partition -> partition != CONCERNED).boxed();
    }

    private static IntFunction<List<Integer>> concerned(List<Integer> brokers, List<Integer> others) {
        return partition -> partition == CONCERNED ? brokers : others;
    }

    private static List<Integer> allButTheLast(int partition) {
        return List.of(partition == LAST ? 1 : 2);
    }

    /**
     * @param brokers of the outcomes of each partition
     * @param own settings of the outcomes that are not those of the service
     */
    private static void createTopics(EmbeddedKafka kafka, IntFunction<List<Integer>> brokers, Map<String, String> own) throws Exception {
        TopicLayout layout = new TopicLayout(TestLog.PARTITIONS, 1, (short) 1);
        NewTopic outcomes = placed(layout.orderOutcomes(), brokers);
        Map<String, String> settings = new HashMap<>(outcomes.configs());
        settings.putAll(own);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(
                    placed(layout.orderCommands(), _ -> List.of(1)),
                    placed(layout.bookSnapshots(), _ -> List.of(1)),
                    outcomes.configs(settings))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static NewTopic placed(NewTopic topic, IntFunction<List<Integer>> brokers) {
        Map<Integer, List<Integer>> placed = IntStream.range(0, TestLog.PARTITIONS).boxed()
                .collect(Collectors.toMap(partition -> partition, brokers::apply));
        return new NewTopic(topic.name(), placed).configs(topic.configs());
    }
}
