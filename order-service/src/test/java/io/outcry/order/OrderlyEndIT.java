// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.order.RunningService.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that is told to go answers what it has. */
@Timeout(120)
class OrderlyEndIT {

    private static final int CLIENTS = 30;
    private static final int NO_ANSWER = 0;
    private static final int OUTCOME_UNKNOWN = 504;
    private static final String ORDER = """
            {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100","clientOrderId":"%s"}""";

    @TempDir
    private Path directory;

    @Test
    void anOrderUnderWayIsAnswered() throws Exception {
        CompletableFuture<Reply> answer;
        try (RunningService service = RunningService.trading(directory)) {
            long before = service.commandsWritten();
            answer = RunningService.aside(() -> service.place(ALICE, ORDER.formatted("silent-1"), "Prefer", "wait=2"));
            RunningService.await("the order is in the log", () -> service.commandsWritten() > before);
        }
        Reply reply = answer.get(20, TimeUnit.SECONDS);
        assertThat(reply.status()).as("its outcome never came: %s", reply.body()).isEqualTo(202);
        assertThat(reply.text("status")).isEqualTo("PENDING_NEW");
    }

    /** Clients that keep their connections and place the next order as soon as they are answered: some come at every moment of the end. */
    @Test
    void whoIsNotAnsweredHasNoOrderInTheLog() throws Exception {
        Map<String, Integer> statuses = new ConcurrentHashMap<>();
        try (RunningService service = RunningService.trading(directory)) {
            List<Thread> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> Thread.ofVirtual().start(() -> placeUntilItIsGone(service, client, statuses)))
                    .toList();
            RunningService.await("orders are placed", () -> statuses.size() > 10 * CLIENTS);
            service.stop();
            for (Thread client : clients) {
                client.join();
            }
            Set<String> written = written(service.bootstrapServers());
            // Which is no word about where it is.
            statuses.values().removeIf(status -> status == OUTCOME_UNKNOWN);
            statuses.entrySet().removeIf(order -> (order.getValue() / 100 == 2) == written.contains(order.getKey()));
            assertThat(statuses).as("in the log and not answered so, or not there and said to be").isEmpty();
        }
    }

    private static void placeUntilItIsGone(RunningService service, int client, Map<String, Integer> statuses) {
        // Half of them in a form that is not plain, and goes through WebFlux.
        String type = client % 2 == 0 ? "application/json" : "application/json;charset=UTF-8";
        try {
            for (int i = 0;; i++) {
                String order = "client-" + client + "-" + i;
                statuses.put(order, NO_ANSWER);
                statuses.put(order, service.place(ALICE, ORDER.formatted(order), "Content-Type", type).status());
            }
        } catch (IllegalStateException gone) {
            // Its connection has ended, or none can be made any more.
        }
    }

    private static Set<String> written(String bootstrapServers) throws IOException {
        Set<String> written = new HashSet<>();
        Map<String, Object> settings = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        List<TopicPartition> log = IntStream.range(0, RunningService.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(Topics.ORDER_COMMANDS, partition))
                .toList();
        try (KafkaConsumer<byte[], byte[]> reader =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.assign(log);
            reader.seekToBeginning(log);
            Map<TopicPartition, Long> ends = reader.endOffsets(log);
            while (log.stream().anyMatch(partition -> reader.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<byte[], byte[]> command : reader.poll(Duration.ofMillis(100))) {
                    written.add(OrderCommand.parseFrom(command.value()).getPlace().getClientOrderId());
                }
            }
        }
        return written;
    }
}
