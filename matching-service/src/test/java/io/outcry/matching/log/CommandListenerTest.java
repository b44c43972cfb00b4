// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Side;
import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.snapshot.MemorySnapshotLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** One poll after the other, by the hand of the test. A snapshot is due after each command. */
class CommandListenerTest {

    private static final int PARTITION = 2;
    private static final long LIMIT_BYTES = Unacknowledged.limitBytes(1);
    private static final TopicPartition COMMANDS = new TopicPartition(Topics.ORDER_COMMANDS, PARTITION);
    private static final SnapshotProperties SNAPSHOTS =
            new SnapshotProperties(1, Duration.ZERO, Duration.ofDays(1), DataSize.ofMegabytes(1), 2);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MatchingMetrics metrics = new MatchingMetrics(registry);
    private boolean roomForCopies = true;
    private int spaces;
    private boolean acknowledged = true;
    private long nowNanos;
    private final MockProducer<byte[], byte[]> outcomes =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {

                @Override
                public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                    Future<RecordMetadata> sent = super.send(record, callback);
                    if (acknowledged) {
                        completeNext();
                    }
                    return sent;
                }
            };
    private final MockProducer<byte[], byte[]> ticks =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final MemorySnapshotLog log = new MemorySnapshotLog();
    private final SnapshotTaker snapshots = new SnapshotTaker(
            SNAPSHOTS, log, metrics, () -> 7, Runnable::run, () -> {}, this::space);
    private final PartitionOwnership ownership = new PartitionOwnership(
            PARTITION + 1, (number, _) -> CompletableFuture.completedFuture(Recoveries.fromNothing(number)),
            number -> new MatchingPartition(number, LIMIT_BYTES, metrics), snapshots::begin, () -> 0);
    private final OutcomePublisher publisher = new OutcomePublisher(outcomes, null);
    private final CommandListener listener = listener(Duration.ofMillis(1));
    private final CommandListener patient = listener(Duration.ofSeconds(20));
    private @Nullable Exception refusal;
    private int commits;
    private long committed;
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {

        @Override
        public synchronized void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            commits++;
            committed = offsets.get(COMMANDS).offset();
            callback.onComplete(offsets, refusal);
        }
    };
    private long nextOffset;

    @BeforeEach
    void own() {
        consumer.assign(List.of(COMMANDS));
        ownership.onPartitionsAssigned(consumer, List.of(COMMANDS));
        ownership.settle(consumer);
    }

    @Test
    void noSnapshotKnowsACommandWhoseOutcomeIsNotAcknowledged() {
        acknowledged = false;
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(log.records(PARTITION)).isEmpty();
        assertThat(partition().state()).as("an outcome that was waited for in vain").isEqualTo(PartitionState.FAILED);
        assertThat(publisher.isBroken()).as("nothing is sent behind it").isTrue();
    }

    @Test
    void aSnapshotIsTakenOnceAllIsAcknowledged() {
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(log.records(PARTITION)).isNotEmpty();
        assertThat(partition().nextOffset()).isEqualTo(1);
    }

    @Test
    void aSnapshotThatCannotBeWrittenDoesNotKeepTheNextFromBeingTaken() {
        log.failAfter(0);
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(log.records(PARTITION)).isEmpty();
        log.failAfter(Long.MAX_VALUE);
        poll(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)));
        assertThat(log.records(PARTITION)).isNotEmpty();
    }

    /** The heap has room for the books, but not for a copy of them. */
    @Test
    void aStateThatThereIsNoRoomToCopyIsNoSnapshotAndMatchingGoesOn() {
        roomForCopies = false;
        poll(WireCommands.define(1, WireCommands.rules()));
        poll(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)));
        assertThat(log.records(PARTITION)).isEmpty();
        assertThat(registry.get("outcry.matching.snapshots.failed").counter().count()).isEqualTo(2);
        assertThat(spaces).as("what had been copied by then is let go").isEqualTo(3);
        roomForCopies = true;
        poll(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)));
        assertThat(log.records(PARTITION)).isNotEmpty();
        assertThat(outcomes.history()).hasSize(3);
    }

    private CopySpace space() {
        spaces++;
        return new CopySpace(this::cells);
    }

    private long[] cells(int count) {
        if (!roomForCopies) {
            throw new OutOfMemoryError("no room");
        }
        return new long[count];
    }

    @Test
    void theKeyOfAnOutcomeIsItsSymbol() {
        poll(
                WireCommands.define(1, WireCommands.rules().setSymbol("A-USD")),
                WireCommands.define(1, WireCommands.rules().setSymbol("B-USD")), WireCommands.tick(1, "A-USD"));
        assertThat(outcomes.history().stream().map(outcome -> new String(outcome.key(), StandardCharsets.UTF_8)))
                .containsExactly("A-USD", "B-USD", "A-USD");
    }

    @Test
    void commandsThatComeTwiceAreDroppedAndCounted() {
        List<ConsumerRecord<byte[], byte[]>> twice =
                records(WireCommands.define(1, WireCommands.rules()), WireCommands.tick(1, WireCommands.SYMBOL));
        for (int i = 0; i < 3; i++) {
            poll(twice);
        }
        assertThat(outcomes.history()).hasSize(2);
        assertThat(registry.get("outcry.matching.duplicates").counter().count()).isEqualTo(4);
    }

    @Test
    void theLastPublishedValueOfTheHashChainIsShown() {
        metrics.show(ownership, PARTITION);
        assertThat(gauge("chain.sequence")).isNaN();
        OrderCommand tick = WireCommands.tick(1, WireCommands.SYMBOL);
        poll(Collections.nCopies(OutcomeChain.INTERVAL + 1, tick).toArray(OrderCommand[]::new));
        byte[] header = outcomes.history().get(OutcomeChain.INTERVAL - 1).headers().lastHeader(ChainPoint.HEADER).value();
        assertThat(gauge("chain.sequence")).isEqualTo(OutcomeChain.INTERVAL);
        assertThat(gauge("chain")).isEqualTo(ByteBuffer.wrap(header).getLong() & (1L << 48) - 1);
    }

    private double gauge(String name) {
        return registry.get("outcry.matching." + name).gauge().value();
    }

    @Test
    void outcomesThatAreTooLargeToWaitForTheOthersAreSentOnceAllTheSame() {
        int makers = 9_000;
        List<OrderCommand> commands = new ArrayList<>(List.of(WireCommands.define(1, WireCommands.rules())));
        for (int i = 0; i < makers; i++) {
            commands.add(WireCommands.place(1, WireCommands.limit("m".repeat(64), Side.SIDE_SELL, 1, 1)));
        }
        commands.add(WireCommands.place(1, WireCommands.market("t".repeat(64), Side.SIDE_BUY, makers)));
        commands.add(WireCommands.tick(1, WireCommands.SYMBOL));
        poll(commands.toArray(OrderCommand[]::new));
        assertThat(outcomes.history().get(makers + 1).value().length).as("bytes of the outcome of all trades").isGreaterThan(1 << 20);
        assertThat(outcomes.history().stream().map(record -> OutcomeHead.of(record.value()).inputOffset()))
                .containsExactlyElementsOf(LongStream.range(0, commands.size()).boxed().toList());
    }

    @Test
    void aGroupThatRefusesOffsetsIsAskedLessOftenAndMatchingGoesOn() {
        refusal = GroupAuthorizationException.forGroupId("outcry-matching");
        for (int i = 0; i < 240; i++) {
            poll(WireCommands.define(1, WireCommands.rules().setSymbol("S" + i)));
            nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        }
        assertThat(outcomes.history()).hasSize(240);
        assertThat(commits).as("in two minutes").isEqualTo(8);
        refusal = null;
        for (int i = 0; i < 64; i++) {
            listener.idle(consumer);
            nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        }
        assertThat(commits).as("what it does not know, once").isEqualTo(9);
    }

    @Test
    void theGroupIsToldOfWhatIsAcknowledgedOnly() {
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(committed).isEqualTo(1);
        acknowledged = false;
        for (int i = 0; i < 2; i++) {
            patient.onMessage(polled(records(WireCommands.tick(1, WireCommands.SYMBOL))), null, consumer);
        }
        outcomes.completeNext();
        nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        patient.idle(consumer);
        assertThat(committed).as("one of two is acknowledged").isEqualTo(2);
    }

    /** The reply header is copied, and can be as large as a command. */
    @Test
    void anOutcomeThatFitsIntoNoRecordStopsItsPartitionThereAndNobodyElse() {
        poll(WireCommands.define(1, WireCommands.rules()), WireCommands.tick(1, WireCommands.SYMBOL));
        RecordHeaders headers = new RecordHeaders();
        headers.add(ReplyHeader.NAME, new byte[OutcomeRecord.MOST_BYTES]);
        byte[] tick = WireCommands.tick(1, WireCommands.SYMBOL).toByteArray();
        poll(List.of(new ConsumerRecord<>(
                COMMANDS.topic(), PARTITION, nextOffset, 0, TimestampType.CREATE_TIME, 0, tick.length, null, tick, headers,
                Optional.empty())));
        assertThat(partition().failure()).isNotNull().satisfies(failure -> {
            assertThat(failure.offset()).isEqualTo(2);
            assertThat(failure.recoverable()).isFalse();
            assertThat(failure.reason()).contains("bytes with its key and its reply header");
        });
        assertThat(consumer.paused()).as("what is not fetched any more").containsExactly(COMMANDS);
        assertThat(outcomes.history()).as("outcomes before it").hasSize(2);
        assertThat(publisher.isBroken()).isFalse();
    }

    @Test
    void whatTheLogNeverTakesIsNotTriedAgain() {
        outcomes.sendException = new RecordTooLargeException("the topic takes less");
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(partition().failure()).isNotNull().extracting(PartitionFailure::recoverable).isEqualTo(false);
    }

    @Test
    void itStopsAtTheOneThatTheLogDoesNotTakeAndNotAtOneThatWasSentWithIt() {
        acknowledged = false;
        patient.onMessage(polled(records(
                WireCommands.define(1, WireCommands.rules()), WireCommands.tick(1, WireCommands.SYMBOL))), null, consumer);
        outcomes.completeNext();
        outcomes.errorNext(new RecordTooLargeException("the topic takes less"));
        patient.idle(consumer);
        assertThat(partition().failure()).isNotNull().extracting(PartitionFailure::offset).isEqualTo(1L);
    }

    @Test
    void whatTheLogDidNotTakeInTimeIsTriedAgain() {
        outcomes.sendException = new TimeoutException("the buffer is full");
        poll(WireCommands.define(1, WireCommands.rules()));
        assertThat(partition().failure()).isNotNull().extracting(PartitionFailure::recoverable).isEqualTo(true);
    }

    @Test
    void aPartitionWhoseLogTakesNothingIsNotFetchedUntilItDoesAndHoldsNobodyUp() {
        poll(WireCommands.define(1, WireCommands.rules()));
        acknowledged = false;
        List<ConsumerRecord<byte[], byte[]>> many = records(Collections.nCopies(
                Unacknowledged.LIMIT + 1, WireCommands.tick(1, WireCommands.SYMBOL)).toArray(OrderCommand[]::new));
        patient.onMessage(polled(many), null, consumer);
        assertThat(consumer.paused()).containsExactly(COMMANDS);
        patient.idle(consumer);
        assertThat(partition().state()).isEqualTo(PartitionState.LIVE);

        while (outcomes.completeNext()) {
            acknowledged = true;
        }
        patient.idle(consumer);
        assertThat(consumer.paused()).isEmpty();
        poll(WireCommands.tick(1, WireCommands.SYMBOL));
        assertThat(partition().nextOffset()).isEqualTo(nextOffset);
    }

    @Test
    void aSnapshotThatWaitsForTheLogKeepsItsPartitionFromBeingFetchedAndHoldsNobodyUp() {
        acknowledged = false;
        patient.onMessage(polled(records(WireCommands.define(1, WireCommands.rules()))), null, consumer);
        patient.idle(consumer);
        assertThat(partition().state()).isEqualTo(PartitionState.LIVE);
        assertThat(consumer.paused()).containsExactly(COMMANDS);
        assertThat(log.records(PARTITION)).isEmpty();

        outcomes.completeNext();
        patient.idle(consumer);
        assertThat(consumer.paused()).isEmpty();
        assertThat(log.records(PARTITION)).isNotEmpty();
    }

    @Test
    void ofAPollWithTooLargeOutcomesForALogThatTakesNothingTheRestIsFetchedOnceMore() {
        acknowledged = false;
        OrderCommand large = WireCommands.tick(1, "S".repeat((int) LIMIT_BYTES / 16));
        List<ConsumerRecord<byte[], byte[]>> many = records(Collections.nCopies(12, large).toArray(OrderCommand[]::new));
        patient.onMessage(polled(many), null, consumer);
        int sent = outcomes.history().size();
        assertThat(sent).isBetween(8, 9);
        assertThat(consumer.position(COMMANDS)).isEqualTo(sent);
        assertThat(consumer.paused()).containsExactly(COMMANDS);

        while (outcomes.completeNext()) {
            acknowledged = true;
        }
        patient.onMessage(polled(many.subList(sent, many.size())), null, consumer);
        assertThat(outcomes.history().stream().map(record -> OutcomeHead.of(record.value()).inputOffset()))
                .containsExactlyElementsOf(LongStream.range(0, many.size()).boxed().toList());
        assertThat(consumer.paused()).isEmpty();
    }

    private CommandListener listener(Duration acknowledgeWithin) {
        return new CommandListener(
                ownership, publisher, new TickWriter(ticks, () -> Instant.EPOCH, metrics), snapshots, acknowledgeWithin, 1, metrics,
                Tracing.off(), () -> nowNanos);
    }

    private MatchingPartition partition() {
        return ownership.partitions().findFirst().orElseThrow();
    }

    private void poll(OrderCommand... commands) {
        poll(records(commands));
    }

    private List<ConsumerRecord<byte[], byte[]>> records(OrderCommand... commands) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (OrderCommand command : commands) {
            records.add(new ConsumerRecord<>(COMMANDS.topic(), PARTITION, nextOffset++, new byte[0], command.toByteArray()));
        }
        return records;
    }

    private void poll(List<ConsumerRecord<byte[], byte[]>> records) {
        listener.onMessage(polled(records), null, consumer);
    }

    private static ConsumerRecords<byte[], byte[]> polled(List<ConsumerRecord<byte[], byte[]>> records) {
        return new ConsumerRecords<>(Map.of(COMMANDS, records), Map.of());
    }
}
