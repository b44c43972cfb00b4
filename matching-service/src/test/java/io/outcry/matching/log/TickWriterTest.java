// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.EngineLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TickWriterTest {

    private static final int PARTITION = 3;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);
    private static final RuntimeException REFUSED = new TopicAuthorizationException(Set.of(Topics.ORDER_COMMANDS));

    @RegisterExtension
    private final ToldLines told = ToldLines.of(PendingTicks.class);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MatchingMetrics metrics = new MatchingMetrics(registry);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final TickWriter writer = new TickWriter(producer, () -> Instant.ofEpochMilli(5), metrics);
    private final MatchingPartition partition = new MatchingPartition(PARTITION, Unacknowledged.limitBytes(1), metrics);
    private long nextOffset;
    private long nowNanos;

    @BeforeEach
    void twoSymbolsAreDue() {
        partition.loaded(Recoveries.fromNothing(PARTITION), Recoveries.noSnapshots(PARTITION), 0);
        for (String symbol : List.of("A", "B")) {
            apply(WireCommands.define(1, WireCommands.rules().setSymbol(symbol)));
            apply(order(symbol, 5_000));
        }
    }

    @Test
    void aTickGoesToThePartitionOfItsSymbolWithTheTimeOfTheClock() {
        write();
        assertThat(producer.history()).hasSize(2);
        ProducerRecord<byte[], byte[]> tick = producer.history().getFirst();
        assertThat(tick.topic()).isEqualTo(Topics.ORDER_COMMANDS);
        assertThat(tick.partition()).isEqualTo(PARTITION);
        assertThat(tick.timestamp()).as("so that Kafka refuses it if this clock is far ahead").isEqualTo(5);
        assertThat(new String(tick.key(), StandardCharsets.UTF_8)).isEqualTo("A");
        assertThat(tick.value()).isEqualTo(WireCommands.tick(5_000, "A").toByteArray());
        assertThat(tick.headers()).isEmpty();
        producer.completeNext();
        assertThat(count("ticks.written")).isEqualTo(1);
        write();
        assertThat(producer.history()).as("until it is applied").hasSize(2);
        apply(WireCommands.tick(5_000, "A"));
        apply(WireCommands.tick(5_000, "B"));
        partition.tell();
        assertThat(count("expired")).isEqualTo(2);
        write();
        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void aSymbolIsDueAgainAfterItsTick() {
        write();
        apply(WireCommands.tick(5_000, "A"));
        apply(order("A", 5_001));
        assertThat(partition.ticksDue(5_001, nowNanos)).containsExactly(new PendingTicks.Due("A", 5_001));
    }

    /** Of what a command leaves it sets off a thousand. */
    @Test
    void aTickThatLeavesSomethingIsFollowedByAnotherAtOnce() {
        OrderCommand stop = WireCommands.place(1, WireCommands.market("carol", Side.SIDE_BUY, 1).setSymbol("B")
                .setType(OrderType.ORDER_TYPE_STOP_LOSS).setStopPrice(100));
        for (int i = 0; i <= 2 * EngineLimits.STANDARD.activationsPerCommand(); i++) {
            apply(stop);
        }
        apply(WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_SELL, 1, 100).setSymbol("B")));
        apply(WireCommands.place(1, WireCommands.limit("bob", Side.SIDE_BUY, 1, 100).setSymbol("B")));
        write();
        apply(WireCommands.tick(5_000, "A"));
        apply(WireCommands.tick(5_000, "B"));
        writer.write(partition, nowNanos - 1, ANSWER_WITHIN);
        assertThat(producer.history()).hasSize(3);
        assertThat(producer.history().getLast().value()).isEqualTo(WireCommands.tick(5_000, "B").toByteArray());
        apply(WireCommands.tick(5_000, "B"));
        writer.write(partition, nowNanos - 1, ANSWER_WITHIN);
        assertThat(producer.history()).as("it has left nothing").hasSize(3);
    }

    @Test
    void aTickThatKafkaDidNotTakeIsWrittenAgain() {
        write();
        producer.completeNext();
        producer.errorNext(new TimeoutException("no answer"));
        assertThat(count("ticks.failed")).isEqualTo(1);
        write();
        assertThat(producer.history()).as("not at once").hasSize(2);
        write();
        assertThat(producer.history()).hasSize(3);
        assertThat(new String(producer.history().getLast().key(), StandardCharsets.UTF_8)).isEqualTo("B");
    }

    @Test
    void ticksThatKafkaRefusesAreWrittenLessAndLessOftenAndToldOnce() {
        List<Long> waits = new ArrayList<>();
        write();
        for (int i = 0; i < 7; i++) {
            refuseAll();
            waits.add(looksUntilTheyAreWritten());
        }
        assertThat(waits).as("looks").containsExactly(2L, 4L, 8L, 16L, 32L, 32L, 32L);
        assertThat(told.list()).extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("ticks cannot be written, orders whose time is over stay until they can");
        assertThat(told.list().getFirst().getKeyValuePairs()).extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("partition=" + PARTITION, "reason=" + REFUSED);
        while (producer.completeNext()) {
            // All of them are on the log.
        }
        apply(WireCommands.tick(5_000, "A"));
        write();
        assertThat(told.list()).extracting(ILoggingEvent::getFormattedMessage).endsWith("ticks can be written again").hasSize(2);
        apply(order("A", 5_001));
        assertThat(partition.ticksDue(5_001, nowNanos)).as("at the next look").containsExactly(new PendingTicks.Due("A", 5_001));
    }

    @Test
    void ticksOfWhichSomeAreRefusedAreWrittenLessOftenToo() {
        write();
        producer.errorNext(REFUSED);
        producer.completeNext();
        assertThat(looksUntilTheyAreWritten()).isEqualTo(2);
        producer.errorNext(REFUSED);
        assertThat(looksUntilTheyAreWritten()).isEqualTo(4);
    }

    @Test
    void whereTheProducerRefusesOneTheOthersAreNotTried() {
        producer.sendException = new TimeoutException("no metadata");
        write();
        assertThat(count("ticks.failed")).isEqualTo(1);
        producer.sendException = null;
        write();
        write();
        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void aPartitionThatHasStoppedNeedsNone() {
        partition.fail(4, false, new IllegalStateException("stopped"));
        write();
        assertThat(producer.history()).isEmpty();
    }

    /** As by one whose thread has ended. */
    @Test
    void aProducerThatLeavesATickWithoutAnAnswerIsBroken() {
        write();
        producer.completeNext();
        nowNanos = ANSWER_WITHIN.toNanos();
        write();
        assertThat(writer.isBroken()).as("B may still be answered").isFalse();
        write();
        assertThat(writer.isBroken()).isTrue();
        write();
        assertThat(count("ticks.failed")).as("once").isEqualTo(1);
    }

    /** The partition may be held back, or have much before it. */
    @Test
    void aTickThatIsAnsweredMayWaitAsLongAsItTakes() {
        write();
        producer.completeNext();
        producer.errorNext(REFUSED);
        nowNanos = ANSWER_WITHIN.multipliedBy(100).toNanos();
        write();
        assertThat(writer.isBroken()).isFalse();
    }

    private static OrderCommand order(String symbol, long expireUs) {
        return WireCommands.place(1, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)
                .setSymbol(symbol)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(expireUs));
    }

    private void write() {
        writer.write(partition, nowNanos, ANSWER_WITHIN);
        nowNanos += PendingTicks.INTERVAL.toNanos();
    }

    private void refuseAll() {
        while (producer.errorNext(REFUSED)) {
            // One after the other.
        }
    }

    /** How many looks it takes until there are more ticks than before. */
    private long looksUntilTheyAreWritten() {
        int before = producer.history().size();
        long looks = 0;
        while (producer.history().size() == before) {
            assertThat(looks).isLessThan(100);
            write();
            looks++;
        }
        return looks;
    }

    private void apply(OrderCommand command) {
        partition.apply(new ConsumerRecord<>(Topics.ORDER_COMMANDS, PARTITION, nextOffset++, new byte[0], command.toByteArray()));
    }

    private double count(String name) {
        return registry.get("outcry.matching." + name).counter().count();
    }
}
