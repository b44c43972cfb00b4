// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.ProducerMetric;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Who is told of an outcome, and how many may wait for one. Whatever is written stays in the writer's queue: its thread does not run,
 * unless a test starts it.
 */
class CommandGatewayTest {

    /** A wire type of Protobuf. */
    private static final int LENGTH_DELIMITED = 2;

    private static final int LIMIT = 10;
    private static final int ORDINARY = 9;
    private static final long HERE = 77;

    private final LogLane lane = new LogLane(Topics.ORDER_COMMANDS, 0, Duration.ofHours(1).toNanos());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final OrderServiceMetrics metrics = new OrderServiceMetrics(registry);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<TimerTask> deadlines = new ArrayList<>();
    private final List<CommandResult> results = new ArrayList<>();
    private double connections;
    private LogWriter writer;
    private CommandGateway gateway;
    private long outcomes;

    @BeforeEach
    void connect() {
        ProducerMetric.show(producer, "connection-creation-total", () -> connections);
        ProducerMetric.show(producer, "connection-count", () -> connections);
        ProducerMetric.show(producer, "record-retry-total", () -> 0);
        writer = new LogWriter(producer, 10 * LIMIT, metrics);
        assertThat(writer.gate().isOpen()).isFalse();
        connections = 1;
        limit(new CommandLimits(LIMIT, 100 * LIMIT), new AccountLimits(LIMIT, 0, 1, () -> 0));
    }

    @Test
    void anOutcomeAnswersTheCommandThatItIsAddressedToOnce() {
        submit(CommandKind.PLACE);
        submit(CommandKind.PLACE);
        outcome(HERE, 2);
        outcome(HERE, 2);
        assertThat(results).singleElement().isInstanceOfSatisfying(
                CommandResult.Decided.class, decided -> assertThat(decided.position()).isEqualTo(LogPosition.of(0, 0)));
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void anOutcomeIsCountedByTheKindOfItsCommandWithTheTimeThatItTook() {
        submit(CommandKind.PLACE);
        outcome(HERE, 1);
        var answered = registry.get("outcry.order.outcomes.received").tag("kind", "place").timer();
        assertThat(answered.count()).isEqualTo(1);
        assertThat(answered.totalTime(TimeUnit.HOURS)).isLessThan(1);
    }

    @Test
    void anOutcomeWithoutAnAddressOrWithAnotherKindOfAddressAnswersNobody() {
        submit(CommandKind.PLACE);
        outcome(null, outcomeOf(1));
        outcome(Arrays.copyOf(ReplyAddress.of(HERE, 1), Long.BYTES), outcomeOf(2));
        assertThat(results).isEmpty();
        outcome(HERE, 1);
        assertThat(results).singleElement().isInstanceOf(CommandResult.Decided.class);
    }

    @Test
    void behindAGapNoOutcomeAnswersItsCommand() {
        submit(CommandKind.PLACE);
        outcome(HERE + 1, 1);
        assertThat(gateway.hasAllOutcomes()).isTrue();
        outcome(ReplyAddress.of(HERE, 1), outcomeOf(3));
        assertThat(results).isEmpty();
        assertThat(pending()).isEqualTo(1);
        assertThat(gateway.hasAllOutcomes()).isFalse();
    }

    @Test
    void anOutcomeThatCannotBeReadLeavesItsCommandInDoubt() {
        submit(CommandKind.PLACE);
        byte[] value = Outcome.newBuilder().setInputOffset(0).setSequence(1).build().toByteArray();
        byte[] cut = Arrays.copyOf(value, value.length + 2);
        cut[value.length] = (byte) (Outcome.SEQUENCE_FIELD_NUMBER + 1 << 3 | LENGTH_DELIMITED);
        cut[value.length + 1] = 100;
        outcome(ReplyAddress.of(HERE, 1), cut);
        assertThat(results).containsExactly(new CommandResult.NotWritten(WriteFailure.UNKNOWN));
        assertThat(pending()).isZero();
    }

    @Test
    void aCommandWhoseAnswerNobodyTakesGivesItsPlaceBack() {
        gateway.submit(command(CommandKind.PLACE), Duration.ofMillis(500), gone -> {}, results::add);
        outcome(HERE, 1);
        assertThat(results).isEmpty();
        assertThat(pending()).isZero();
    }

    @Test
    void anOutcomeForAnotherInstanceAnswersNobody() {
        submit(CommandKind.PLACE);
        outcome(HERE + 1, 1);
        assertThat(results).isEmpty();
    }

    @Test
    void nothingIsKeptOfACommandWhoseDeadlineIsOver() throws Exception {
        submit(CommandKind.PLACE);
        pass(0);
        pass(1);
        assertThat(results).containsExactly(new CommandResult.NotWritten(WriteFailure.UNKNOWN));
        assertThat(pending()).isZero();
        outcome(HERE, 1);
        assertThat(results).hasSize(1);
        assertThat(registry.find("outcry.order.outcomes.received").timers()).as("answers to somebody who waits").isEmpty();
    }

    @Test
    void whatIsRefusedTakesNoPlaceAndTheLastPlacesAreForUrgentCommands() {
        for (int i = 0; i < ORDINARY; i++) {
            submit(CommandKind.PLACE);
        }
        for (int i = 0; i < 5; i++) {
            submit(CommandKind.PLACE);
        }
        assertThat(results).hasSize(5).containsOnly(new CommandResult.NotWritten(WriteFailure.OVERLOADED));
        submit(CommandKind.CANCEL);
        assertThat(results).as("a cancel is taken").hasSize(5);
        submit(CommandKind.CANCEL);
        assertThat(results).as("until all places are taken").hasSize(6);
        assertThat(pending()).isEqualTo(LIMIT);
        outcome(HERE, 1);
        outcome(HERE, 2);
        submit(CommandKind.PLACE);
        assertThat(results).as("two outcomes, and nobody refused").hasSize(8);
    }

    @Test
    void anAccountMayHaveNoMoreOnItsWayThanItsPartAndItsCancelsDoNotCount() {
        limit(new CommandLimits(LIMIT, 100 * LIMIT), new AccountLimits(1, 0, 1, () -> 0));
        submit(CommandKind.PLACE, placeOf("alice"));
        submit(CommandKind.PLACE, placeOf("bob"));
        submit(CommandKind.CANCEL, cancelOf("alice"));
        assertThat(results).as("all are on their way").isEmpty();
        submit(CommandKind.AMEND, OrderCommand.newBuilder().setAmend(AmendOrder.newBuilder().setAccount("alice")).build());
        submit(CommandKind.PLACE, OrderCommand.newBuilder().setPlaceScaled(
                PlaceScaledOrder.newBuilder().setOrder(PlaceOrder.newBuilder().setAccount("bob"))).build());
        assertThat(results).hasSize(2).containsOnly(new CommandResult.RateLimited(Duration.ofSeconds(1)));
        outcome(HERE, 1);
        submit(CommandKind.PLACE, placeOf("alice"));
        assertThat(results).as("an outcome, and nobody refused").hasSize(3);
    }

    @Test
    void whoComesTooFastIsToldWhenHisNextCommandWillBeInTime() {
        limit(new CommandLimits(LIMIT, 100 * LIMIT), new AccountLimits(LIMIT, 0.25, 1, () -> 0));
        submit(CommandKind.PLACE, placeOf("alice"));
        submit(CommandKind.PLACE, placeOf("alice"));
        assertThat(results).containsExactly(new CommandResult.RateLimited(Duration.ofSeconds(4)));
    }

    @Test
    void aPartitionTakesNoMoreThanMayWaitForItsEngine() {
        limit(new CommandLimits(LIMIT, 1), new AccountLimits(LIMIT, 0, 1, () -> 0));
        writer.start();
        submit(CommandKind.CANCEL);
        awaitSent(1);
        producer.completeNext();
        submit(CommandKind.CANCEL);
        assertThat(results).containsExactly(new CommandResult.NotWritten(WriteFailure.OVERLOADED));
        outcome(HERE, 1);
        submit(CommandKind.CANCEL);
        assertThat(results).as("an outcome, and nobody refused").hasSize(2).last().isInstanceOf(CommandResult.Decided.class);
        writer.close();
    }

    @Test
    void whoDoesNotWaitAsksForNoReplyAndIsAnsweredByTheAcknowledgement() {
        writer.start();
        gateway.submit(command(CommandKind.PLACE), Duration.ZERO, Runnable::run, results::add);
        awaitSent(1);
        assertThat(producer.history().getFirst().headers().lastHeader(ReplyHeader.NAME)).isNull();
        assertThat(results).isEmpty();
        producer.completeNext();
        assertThat(results).containsExactly(new CommandResult.Written(LogPosition.of(0, 0)));
        assertThat(pending()).isZero();
        writer.close();
    }

    @Test
    void aCommandThatCannotBeWrittenGivesItsPlaceBack() {
        connections = 0;
        for (int i = 0; i < 2 * LIMIT; i++) {
            submit(CommandKind.CANCEL);
        }
        assertThat(results).hasSize(2 * LIMIT).containsOnly(new CommandResult.NotWritten(WriteFailure.LOG_UNAVAILABLE));
        assertThat(pending()).isZero();
    }

    /** The command log was made anew: what stands at the offset has an outcome already, and it is another one's. */
    @Test
    void wherePlacesComeAgainACommandIsLeftInDoubtAndNoneIsTakenAfterIt() {
        outcome(HERE + 1, 1);
        writer.start();
        submit(CommandKind.PLACE);
        awaitSent(1);
        assertThat(gateway.hasAllCommands()).isTrue();
        producer.completeNext();
        assertThat(results).containsExactly(new CommandResult.NotWritten(WriteFailure.UNKNOWN));
        assertThat(gateway.hasAllCommands()).isFalse();

        submit(CommandKind.CANCEL);
        assertThat(results).last().isEqualTo(new CommandResult.NotWritten(WriteFailure.LOG_UNAVAILABLE));
        assertThat(pending()).isZero();
        writer.close();
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void aCommandWhoseOutcomeComesBeforeItsAcknowledgementIsWhereItBelongs() {
        writer.start();
        submit(CommandKind.PLACE);
        awaitSent(1);
        assertThat(producer.history().getFirst().headers().lastHeader(ReplyHeader.NAME).value()).isEqualTo(ReplyAddress.of(HERE, 1));
        outcome(HERE, 1);
        producer.completeNext();
        writer.close();
        assertThat(results).singleElement().isInstanceOf(CommandResult.Decided.class);
        assertThat(gateway.hasAllCommands()).isTrue();
    }

    private void limit(CommandLimits limits, AccountLimits accounts) {
        gateway = new CommandGateway(writer, Duration.ofSeconds(5), limits, accounts, metrics, HERE, new NotedTimer());
    }

    private void submit(CommandKind kind) {
        submit(kind, OrderCommand.getDefaultInstance());
    }

    private void submit(CommandKind kind, OrderCommand message) {
        gateway.submit(new Command(kind, lane, new byte[0], message), Duration.ofMillis(500), Runnable::run, results::add);
    }

    private Command command(CommandKind kind) {
        return new Command(kind, lane, new byte[0], OrderCommand.getDefaultInstance());
    }

    private static OrderCommand placeOf(String account) {
        return OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setAccount(account)).build();
    }

    private static OrderCommand cancelOf(String account) {
        return OrderCommand.newBuilder().setCancel(CancelOrder.newBuilder().setAccount(account)).build();
    }

    private void awaitSent(int records) {
        Awaitility.await("it is sent").atMost(Duration.ofSeconds(20)).until(() -> producer.history().size() == records);
    }

    private void outcome(long instance, long correlation) {
        outcome(ReplyAddress.of(instance, correlation), outcomeOf(outcomes + 1));
    }

    private static byte[] outcomeOf(long sequence) {
        return Outcome.newBuilder().setInputOffset(sequence - 1).setSequence(sequence).build().toByteArray();
    }

    private void outcome(byte @Nullable [] address, byte[] value) {
        long offset = outcomes++;
        var record = new ConsumerRecord<>(Topics.ORDER_OUTCOMES, 0, offset, new byte[0], value);
        if (address != null) {
            record.headers().add(ReplyHeader.NAME, address);
        }
        gateway.outcomes(new ConsumerRecords<>(Map.of(new TopicPartition(Topics.ORDER_OUTCOMES, 0), List.of(record)), Map.of()));
    }

    /** The time of a deadline, by the order in which they were set, has come. */
    private void pass(int deadline) throws Exception {
        TimerTask due = deadlines.get(deadline);
        due.run(new TestTimeout(new NotedTimer(), due, () -> {}));
    }

    private double pending() {
        return registry.get("outcry.order.pending").gauge().value();
    }

    /** Notes what is to be run, and runs nothing. */
    private final class NotedTimer implements Timer {

        @Override
        public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
            deadlines.add(task);
            return new TestTimeout(this, task, () -> {});
        }

        @Override
        public Set<Timeout> stop() {
            return Set.of();
        }
    }
}
