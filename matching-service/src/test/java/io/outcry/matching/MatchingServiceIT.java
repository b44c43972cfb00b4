// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.setting.UnknownSettings;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.EngineLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Order(1)
@ExtendWith(OutputCaptureExtension.class)
class MatchingServiceIT extends BrokerTrial {

    private static final Instrument.Builder RULES = WireCommands.rules();

    @Test
    void commandsBecomeOutcomesOnTheSamePartitionWithTheirReplyHeader(CapturedOutput output) throws Exception {
        try (RunningService service = RunningService.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.write(3, WireCommands.define(1, RULES));
            byte[] reply = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
            ProducerRecord<byte[], byte[]> sell = TestLog.record(3, limit(Side.SIDE_SELL, 100_000));
            sell.headers().add("outcry-reply", reply).add("other", reply);
            long sellOffset = log.write(sell);
            log.write(3, limit(Side.SIDE_BUY, 40_000));
            log.write(3, WireCommands.tick(99, "NOPE"));

            List<ConsumerRecord<byte[], byte[]>> outcomes = log.outcomes(3, 4);
            ConsumerRecord<byte[], byte[]> sold = outcomes.get(1);
            assertThat(sold.topic()).isEqualTo(Topics.ORDER_OUTCOMES);
            assertThat(new String(sold.key(), StandardCharsets.UTF_8)).isEqualTo("BTC-USD");
            assertThat(sold.headers().toArray()).hasSize(1);
            assertThat(sold.headers().lastHeader("outcry-reply").value()).isEqualTo(reply);
            assertThat(Outcome.parseFrom(sold.value()).getInputOffset()).isEqualTo(sellOffset);
            Outcome bought = Outcome.parseFrom(outcomes.get(2).value());
            assertThat(bought.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_FILLED);
            assertThat(bought.getTrades(0).getQuantity()).isEqualTo(40_000);
            assertThat(outcomes.get(2).headers().toArray()).isEmpty();
            assertThat(new String(outcomes.get(3).key(), StandardCharsets.UTF_8)).isEqualTo("NOPE");

            assertThat(output).doesNotContain(UnknownSettings.TOLD);
            assertThat(service.ask("attacker.example")).as("a page from elsewhere").startsWith("HTTP/1.1 421");
            assertThat(service.get("/nope").body()).as("nothing is there").contains("\"code\":\"NOT_FOUND\"").doesNotContain("nope");
            assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            assertThat(service.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            assertThat(service.get("/actuator/prometheus").body())
                    .contains("outcry_matching_commands_total{kind=\"place\",result=\"applied\"} 2.0")
                    .contains("outcry_matching_partitions{state=\"LIVE\"} 4.0");
            // An outcome can be read before its writer hears that it is acknowledged.
            Awaitility.await("acknowledged outcomes").until(() -> service.get("/actuator/prometheus").body().lines()
                    .anyMatch(line -> line.startsWith("outcry_matching_acknowledged_seconds_count") && !line.matches(".* 0(\\.0)?")));

            long poison = log.write(new ProducerRecord<>(Topics.ORDER_COMMANDS, 0, new byte[0], new byte[]{1, 2, 3}));
            service.awaitHealth("DOWN");
            assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(service.get("/actuator/health/readiness").body()).contains("FAILED at offset " + poison);
            assertThat(service.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theLargestOutcomeFitsIntoOneRecord() throws Exception {
        int fills = EngineLimits.STANDARD.fillsPerCommand();
        List<OrderCommand> commands = new ArrayList<>(List.of(WireCommands.define(1, RULES)));
        for (int i = 0; i <= fills; i++) {
            commands.add(WireCommands.place(2, WireCommands.limit("a".repeat(64), Side.SIDE_SELL, 1, Long.MAX_VALUE - i)
                    .setClientOrderId("c".repeat(31) + (10_000 + i))));
        }
        commands.add(WireCommands.place(3, WireCommands.market("bob", Side.SIDE_BUY, fills + 1)));
        log.writeAll(commands, _ -> 2);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers())) {
            List<ConsumerRecord<byte[], byte[]>> outcomes = log.outcomes(2, commands.size());
            byte[] largest = outcomes.getLast().value();
            assertThat(Outcome.parseFrom(largest).getTradesCount()).isEqualTo(fills);
            assertThat(largest.length).isBetween(1_500_000, TopicLayout.MAX_RECORD_BYTES / 2);
            log.assertEveryOutcomeOnce();
        }
        try (RunningPipeline again = RunningPipeline.start(kafka.bootstrapServers())) {
            again.awaitHealth("UP");
            log.assertEveryOutcomeOnce();
        }
    }

    @Test
    void aRestartPublishesNothingTwiceAndGoesOnWithTheSameBook() throws Exception {
        for (int round = 0; round < 3; round++) {
            log.writeRandom(round, 400);
            try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.settings(1, "again", 1_000))) {
                service.awaitHealth("UP");
                log.assertEveryOutcomeOnce();
                log.writeRandom(round + 100, 100);
                log.assertEveryOutcomeOnce();
            }
        }
    }

    /** It comes to the log like any other's: Kafka would refuse it by default, and the owner could not go on. */
    @Test
    void anOwnerWhoseClockIsADayAheadCanWrite() throws Exception {
        log.writeRandom(3, 40);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
        }
        long dayAhead = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1);
        byte[] repeated = log.outcomes(2, 10).getLast().value();
        for (String topic : List.of(Topics.ORDER_OUTCOMES, Topics.BOOK_SNAPSHOTS)) {
            assertThat(log.write(new ProducerRecord<>(topic, 2, dayAhead, null, repeated))).isNotNegative();
        }
        log.writeRandom(4, 40);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            assertThat(log.outcomes(2, 21)).hasSizeGreaterThanOrEqualTo(21);
        }
    }

    @Test
    void holesBetweenOffsetsDoNotMatter() throws Exception {
        RandomWireCommands commands = new RandomWireCommands(5, 1, 0);
        for (int i = 0; i < 10; i++) {
            log.writeInTransaction(1, List.of(commands.next(), commands.next(), commands.next()));
        }
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
        }
        log.writeInTransaction(1, List.of(commands.next()));
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
        }
    }

    @Test
    void twoInstancesShareThePartitionsAndOneTakesOverFromTheOther() throws Exception {
        try (RunningPipeline first = RunningPipeline.start(kafka.bootstrapServers(), RunningPipeline.settings(2, "", 1_000))) {
            log.writeRandom(1, 300);
            first.awaitHealth("UP");
            try (RunningPipeline second = RunningPipeline.start(kafka.bootstrapServers())) {
                log.writeRandom(2, 300);
                second.awaitHealth("UP");
                log.assertEveryOutcomeOnce();
            }
            log.writeRandom(3, 300);
            log.assertEveryOutcomeOnce();
            first.awaitHealth("UP");
        }
    }

    private static OrderCommand limit(Side side, long quantity) {
        return WireCommands.place(2, WireCommands.limit("alice", side, quantity, 6_000_000));
    }
}
