// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.HashedWheelTimer;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.order.domain.InstrumentRules;
import io.outcry.order.domain.Tier;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.ProducerMetric;
import io.outcry.order.metrics.OrderServiceMetrics;
import io.outcry.order.reply.AccountLimits;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandLimits;
import io.outcry.order.reply.CommandResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator is told when the engine has decided and the registry does not follow. */
class InstrumentAdminTest {

    private static final InstrumentRules RULES = new InstrumentRules("A", "A", "B", 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, Tier.COLD);
    private static final long DECIDED_MICROS = 100;
    private static final Duration LONG = Duration.ofHours(1);

    private final OrderServiceMetrics metrics = new OrderServiceMetrics(new SimpleMeterRegistry());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final OrderLanes lanes = new OrderLanes(1, 1, LONG);
    private final InstrumentRegistry registry = new InstrumentRegistry(1);
    private volatile int connections;
    private LogWriter writer;
    private CommandGateway gateway;

    @BeforeEach
    void connect() {
        ProducerMetric.show(producer, "connection-creation-total", () -> connections);
        ProducerMetric.show(producer, "connection-count", () -> connections);
        ProducerMetric.show(producer, "record-retry-total", () -> 0);
        writer = new LogWriter(producer, 10, metrics);
        writer.gate().isOpen();
        connections = 1;
        writer.start();
        // Its first tick is in an hour: of the deadlines only that of the registry passes.
        gateway = new CommandGateway(writer, LONG, new CommandLimits(10, 10), new AccountLimits(10, 0, 1, () -> 0), metrics, 1,
                new HashedWheelTimer(1, TimeUnit.HOURS));
    }

    @AfterEach
    void stop() {
        writer.close();
        gateway.close();
    }

    @Test
    void whoIsNotReadBackInTimeIsInDoubt() {
        CompletableFuture<CommandResult.Decided> defined = define(Duration.ofMillis(50));
        producer.completeNext();
        assertInDoubt(defined, "this instance has not read it back in time");
    }

    @Test
    void whoseRegistrationIsNotAcknowledgedIsInDoubt() {
        CompletableFuture<CommandResult.Decided> defined = define(LONG);
        producer.errorNext(new TimeoutException("no acknowledgement"));
        assertInDoubt(defined, "UNKNOWN");
    }

    @Test
    void whoIsReadBackIsTold() {
        CompletableFuture<CommandResult.Decided> defined = define(LONG);
        producer.completeNext();
        assertThat(defined).isNotDone();
        ProducerRecord<byte[], byte[]> written = producer.history().getLast();
        registry.accept(one(new ConsumerRecord<>(Topics.INSTRUMENTS, 0, 0, written.key(), written.value())));
        assertThat(defined).isCompleted();
        assertThat(registry.find("A")).map(RegisteredSymbol::rules).hasValue(RULES);
    }

    /** Two of one symbol at once, one of them by a newer version: the older one, which writes last, must not take off what it does not know. */
    @Test
    void newerRulesAreWrittenAgainWithWhatOnlyANewerVersionKnowsOfThem() {
        Instrument rules = InstrumentMessages.toMessage(RULES).toBuilder().setTierValue(9).setUnknownFields(UnknownFieldSet.newBuilder()
                .addField(17, UnknownFieldSet.Field.newBuilder().addVarint(5).build()).build()).build();
        byte[] newer = RegisteredInstrument.newBuilder().setInstrument(rules).setTimeUs(DECIDED_MICROS + 1).build().toByteArray();
        CompletableFuture<CommandResult.Decided> defined = define(LONG);
        registry.accept(one(new ConsumerRecord<>(Topics.INSTRUMENTS, 0, 0, "A".getBytes(StandardCharsets.UTF_8), newer)));
        producer.completeNext();
        awaitSent(3);
        assertThat(producer.history().getLast().value()).isEqualTo(newer);
        assertThat(defined).isNotDone();
    }

    /** The engine has decided, and its decision has been sent to the registry. */
    private CompletableFuture<CommandResult.Decided> define(Duration deadline) {
        InstrumentAdmin admin = new InstrumentAdmin(registry, gateway, writer, lanes, () -> Instant.EPOCH, deadline);
        CompletableFuture<CommandResult.Decided> defined = admin.define("admin", RULES, Runnable::run).toFuture();
        awaitSent(1);
        producer.completeNext();
        byte[] outcome = Outcome.newBuilder().setInputOffset(0).setSequence(1).setTimeUs(DECIDED_MICROS).build().toByteArray();
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(Topics.ORDER_OUTCOMES, 0, 0, new byte[0], outcome);
        record.headers().add(producer.history().getFirst().headers().lastHeader(ReplyHeader.NAME));
        gateway.outcomes(one(record));
        awaitSent(2);
        return defined;
    }

    private static void assertInDoubt(CompletableFuture<CommandResult.Decided> defined, String why) {
        assertThat(defined).failsWithin(Duration.ofSeconds(20)).withThrowableThat().havingCause()
                .isInstanceOfSatisfying(ApiException.class, refused -> {
                    Problem problem = refused.problem();
                    assertThat(problem.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
                    assertThat(problem.detail()).startsWith("the engine has it, the registry may not: " + why);
                });
    }

    private void awaitSent(int records) {
        Awaitility.await("it is sent").atMost(Duration.ofSeconds(20)).until(() -> producer.history().size() == records);
    }

    private static ConsumerRecords<byte[], byte[]> one(ConsumerRecord<byte[], byte[]> record) {
        return new ConsumerRecords<>(Map.of(new TopicPartition(record.topic(), record.partition()), List.of(record)), Map.of());
    }
}
