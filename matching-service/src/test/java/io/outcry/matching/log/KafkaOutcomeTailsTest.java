// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Outcome;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.LogMismatchException;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PublishedTail;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether the two logs of a partition belong together. */
class KafkaOutcomeTailsTest {

    private static final int PARTITION = 2;
    private static final TopicPartition COMMANDS = new TopicPartition(Topics.ORDER_COMMANDS, PARTITION);
    private static final TopicPartition OUTCOMES = new TopicPartition(Topics.ORDER_OUTCOMES, PARTITION);

    private static final long TIME_US = 1_000;
    private static final String CLIENT = "client";

    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none") {

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            for (TopicPartition log : assignment()) {
                records.stream().filter(record -> record.topic().equals(log.topic()) && record.offset() >= position(log))
                        .forEach(this::addRecord);
            }
            return super.poll(timeout);
        }
    };
    private final KafkaOutcomeTails tails = new KafkaOutcomeTails(new LogReader(kafka, Duration.ofSeconds(10)));
    private final OutcomeChain chain = new OutcomeChain(0);
    private ChainPoint newestValue;
    private long published;

    @BeforeEach
    void threeOutcomes() {
        kafka.updateBeginningOffsets(Map.of(COMMANDS, 0L, OUTCOMES, 0L));
        for (int offset = 0; offset < 3; offset++) {
            write(offset, TIME_US, CLIENT);
            publish(offset, offset + 1);
        }
    }

    @Test
    void theNewestOutcomeIsTheTail() {
        commandsEndAt(3);
        PublishedTail tail = tails.read(PARTITION);
        assertThat(tail.inputOffset()).isEqualTo(2);
        assertThat(tail.sequence()).isEqualTo(3);
    }

    /** The next command would come to an offset whose outcome is on the log already, and never be answered. */
    @Test
    void aCommandLogThatHasLostItsLastCommandIsRefused() {
        commandsEndAt(2);
        assertThatThrownBy(() -> tails.read(PARTITION))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("knows the command at offset 2, the command log ends at 2");
    }

    /** Made anew, it has come as far again; a snapshot of all outcomes leaves nothing to replay that would show it. */
    @Test
    void anotherCommandInThePlaceOfTheLastPublishedOneIsRefused() {
        write(3, TIME_US, "somebody else");
        publish(3, 4);
        commandsEndAt(9);
        assertThatThrownBy(() -> tails.read(PARTITION))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("knows the command at offset 3, the command log has another one there");
    }

    @Test
    void whatIsRepeatedBehindTheLastOneSaysNothingOfItsCommand() {
        write(3, TIME_US, "somebody else");
        publish(3, 4, "somebody else");
        repeat(0);
        commandsEndAt(4);
        assertThat(tails.read(PARTITION).inputOffset()).isEqualTo(3);
    }

    @Test
    void aCommandThatIsLaterThanItsOutcomeIsAnotherOne() {
        write(3, TIME_US + 1, CLIENT);
        publish(3, 4);
        commandsEndAt(9);
        assertThatThrownBy(() -> tails.read(PARTITION)).isInstanceOf(LogMismatchException.class).hasMessageContaining("another one");
    }

    /** Its gateway's clock was slow, and the engine's clock never goes back. */
    @Test
    void aCommandThatIsOlderThanItsOutcomeMayBeItsCommand() {
        write(3, TIME_US - 1, CLIENT);
        publish(3, 4);
        commandsEndAt(4);
        assertThat(tails.read(PARTITION).inputOffset()).isEqualTo(3);
    }

    @Test
    void whereNothingIsPublishedNoCommandIsAskedFor() {
        kafka.updateBeginningOffsets(Map.of(COMMANDS, 0L, OUTCOMES, published));
        commandsEndAt(0);
        assertThat(tails.read(PARTITION)).isEqualTo(PublishedTail.EMPTY);
    }

    @Test
    void aCommandLogThatHasLostItsBeginningIsRefused() {
        kafka.updateBeginningOffsets(Map.of(COMMANDS, 1L));
        commandsEndAt(3);
        assertThatThrownBy(() -> tails.read(PARTITION))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("begins at offset 1");
    }

    @Test
    void aGapInTheOutcomesIsRefused() {
        publish(4, 5);
        commandsEndAt(5);
        assertThatThrownBy(() -> tails.read(PARTITION)).isInstanceOf(LogMismatchException.class).hasMessageContaining("a gap");
    }

    /** Behind a value of the chain, too, and however many outcomes stand before it. */
    @Test
    void aGapFarBehindTheBeginningIsRefused() {
        publishUpTo(KafkaOutcomeTails.RECORDS);
        for (int more = 0; more < OutcomeChain.INTERVAL; more++) {
            publish(published + 1, published + 2);
        }
        commandsEndAt(published + 1);
        assertThatThrownBy(() -> tails.read(PARTITION)).isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("a gap in the outcome log: outcome " + (KafkaOutcomeTails.RECORDS + 2));
    }

    /** What is read first are outcomes that another owner has repeated, and what follows them stands before them. */
    @Test
    void whatOnlyLooksLikeAGapIsReadFromFurtherBack() {
        int repeated = 100;
        publishUpTo(KafkaOutcomeTails.RECORDS);
        IntStream.range(0, repeated).forEach(this::repeat);
        int last = 2 * KafkaOutcomeTails.RECORDS - repeated / 2;
        for (int outcome = KafkaOutcomeTails.RECORDS; outcome < last; outcome++) {
            publish(outcome, outcome + 1);
        }
        write(last - 1, TIME_US, CLIENT);
        commandsEndAt(last);
        PublishedTail tail = tails.read(PARTITION);
        assertThat(tail.sequence()).isEqualTo(last);
        assertThat(tail.end()).isEqualTo(new ChainPoint(last, chain.value()));
    }

    /** Where a value of the chain is looked for first, nothing is new: another owner's batch, a second time. */
    @Test
    void theChainIsKnownBehindWhatTwoOwnersHaveWritten() {
        int last = OutcomeChain.INTERVAL * 2 + KafkaOutcomeTails.RECORDS / 2;
        publishUpTo(last);
        ChainPoint end = new ChainPoint(last, chain.value());
        for (int outcome = last - KafkaOutcomeTails.RECORDS + 10; outcome < last; outcome++) {
            repeat(outcome);
        }
        write(last - 1, TIME_US, CLIENT);
        commandsEndAt(last);
        PublishedTail tail = tails.read(PARTITION);
        assertThat(tail.sequence()).isEqualTo(last);
        assertThat(tail.chain()).isEqualTo(newestValue);
        assertThat(tail.end()).isEqualTo(end);
    }

    private void publishUpTo(int outcomes) {
        while (published < outcomes) {
            publish(published, published + 1);
        }
    }

    private void commandsEndAt(long offset) {
        kafka.updateEndOffsets(Map.of(COMMANDS, offset, OUTCOMES, published));
    }

    private void publish(long inputOffset, long sequence) {
        publish(inputOffset, sequence, CLIENT);
    }

    private void publish(long inputOffset, long sequence, String client) {
        byte[] value = Outcome.newBuilder().setInputOffset(inputOffset).setSequence(sequence).setTimeUs(TIME_US).build().toByteArray();
        add(new ConsumerRecord<>(OUTCOMES.topic(), PARTITION, published++, new byte[0], value), client);
        ChainPoint point = chain.add(sequence, value, value.length);
        if (point != null) {
            records.getLast().headers().add(ChainPoint.HEADER, point.header());
            newestValue = point;
        }
    }

    /** As another owner writes it. */
    private void repeat(int outcome) {
        ConsumerRecord<byte[], byte[]> first =
                records.stream().filter(record -> record.topic().equals(OUTCOMES.topic())).skip(outcome).findFirst().orElseThrow();
        var again = new ConsumerRecord<>(OUTCOMES.topic(), PARTITION, published++, new byte[0], first.value());
        first.headers().forEach(again.headers()::add);
        records.add(again);
    }

    private void write(long offset, long timeUs, String client) {
        byte[] value = WireCommands.tick(timeUs, "A-USD").toByteArray();
        add(new ConsumerRecord<>(COMMANDS.topic(), PARTITION, offset, new byte[0], value), client);
    }

    private void add(ConsumerRecord<byte[], byte[]> record, String client) {
        record.headers().add(ReplyHeader.NAME, client.getBytes(StandardCharsets.UTF_8));
        records.add(record);
    }
}
