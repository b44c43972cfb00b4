// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.domain.InvalidStateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that is damaged is told from a Kafka that is away: the first is no snapshot, the second is waited for. */
class LogReaderTest {

    private static final int PARTITION = 2;
    private static final TopicPartition LOG = new TopicPartition(Topics.BOOK_SNAPSHOTS, PARTITION);
    private static final int RECORDS = 4;

    private @Nullable RuntimeException failure;
    private boolean goesBack;
    private final MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none") {

        /** Fails, or goes back, once the first two records were handed over. */
        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            if (failure != null && position(LOG) == 2) {
                throw failure;
            }
            if (goesBack && position(LOG) == 2) {
                goesBack = false;
                return new ConsumerRecords<>(Map.of(LOG, List.of(record(0), record(1))), Map.of());
            }
            return super.poll(timeout);
        }
    };
    private Duration timeout = Duration.ofSeconds(10);
    private long nanoTime;
    private final List<Long> read = new ArrayList<>();

    @BeforeEach
    void fourRecords() {
        kafka.updateBeginningOffsets(Map.of(LOG, 0L));
        kafka.updateEndOffsets(Map.of(LOG, (long) RECORDS));
        kafka.assign(List.of(LOG));
        kafka.setMaxPollRecords(2);
        for (long offset = 0; offset < RECORDS; offset++) {
            kafka.addRecord(record(offset));
        }
    }

    @Test
    void theRecordsAreHandedOverInOrder() {
        read(RECORDS);
        assertThat(read).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void whatStandsBehindThePieceIsNotHandedOver() {
        read(RECORDS - 1);
        assertThat(read).containsExactly(0L, 1L, 2L);
    }

    static Stream<RuntimeException> damages() {
        return Stream.of(
                new KafkaException("Received exception when fetching the next record", new KafkaException("Record batch is invalid")),
                new CorruptRecordException("Record size 2 is less than the minimum record overhead"),
                new OffsetOutOfRangeException(Map.of(LOG, 2L)),
                new IllegalArgumentException("Unknown compression type id: 7"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void whatIsDamagedOrDeletedIsNoSnapshot(RuntimeException damage) {
        failure = damage;
        assertThatThrownBy(() -> read(RECORDS))
                .isInstanceOf(InvalidStateException.class)
                .hasMessageContaining("at offset 2 of " + LOG + " cannot be read")
                .hasMessageContaining(damage.getCause() == null ? damage.getMessage() : damage.getCause().getMessage());
        assertThat(read).as("what stands before it").containsExactly(0L, 1L);
    }

    static Stream<RuntimeException> others() {
        return Stream.of(
                new TimeoutException("no broker answers"),
                new TopicAuthorizationException(LOG.topic()),
                new WakeupException());
    }

    @ParameterizedTest
    @MethodSource("others")
    void anyOtherFailureIsNoDamage(RuntimeException other) {
        failure = other;
        assertThatThrownBy(() -> read(RECORDS)).isSameAs(other);
    }

    /** A partition that is revoked while it loads. */
    @Test
    void anInterruptionIsNoDamage() {
        failure = new InterruptException("revoked");
        assertThatThrownBy(() -> read(RECORDS)).isSameAs(failure);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whereKafkaAnswersAndGivesNothingTheLogIsDamaged() {
        timeout = Duration.ZERO;
        assertThatThrownBy(() -> read(RECORDS + 1))
                .isInstanceOf(InvalidStateException.class)
                .hasMessageContaining("at offset " + RECORDS)
                .hasMessageContaining("nothing came within");
    }

    @Test
    void whereKafkaDoesNotAnswerItIsAway() {
        timeout = Duration.ZERO;
        kafka.setOffsetsException(new TimeoutException("no broker answers"));
        assertThatThrownBy(() -> read(RECORDS + 1)).isInstanceOf(TimeoutException.class).hasMessageContaining("nothing came within");
    }

    /** It was away for almost as long as the timeout, and what it has comes with the next poll. */
    @Test
    void whereKafkaIsBackAtTheLastMomentNothingIsDamaged() {
        timeout = Duration.ZERO;
        kafka.setOffsetsException(new TimeoutException("no broker answers"));
        kafka.schedulePollTask(() -> {});
        kafka.schedulePollTask(() -> {});
        kafka.schedulePollTask(() -> {});
        kafka.schedulePollTask(() -> kafka.setOffsetsException(null));
        assertThatThrownBy(() -> read(RECORDS + 1)).isInstanceOf(TimeoutException.class).hasMessageContaining("nothing came within");
    }

    /** The log may be longer than can be read within the timeout: that is for the next record to come. */
    @Test
    void eachRecordThatComesGivesTheNextOneAsMuchTime() {
        for (long next : new long[]{RECORDS, RECORDS + 1}) {
            silence(9);
            kafka.schedulePollTask(() -> kafka.addRecord(record(next)));
        }
        kafka.updateEndOffsets(Map.of(LOG, RECORDS + 2L));
        read(RECORDS + 2);
        assertThat(read).hasSize(RECORDS + 2);
    }

    /** Whatever it has answered before the last record came. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereKafkaWasAwayHalfwayOrAtTheEndNothingIsDamaged(boolean halfway) {
        TimeoutException away = new TimeoutException("no broker answers");
        silence(7);
        kafka.schedulePollTask(() -> {
            kafka.addRecord(record(RECORDS));
            kafka.setOffsetsException(halfway ? away : null);
        });
        silence(7);
        kafka.schedulePollTask(() -> kafka.setOffsetsException(halfway ? null : away));
        silence(5);
        kafka.updateEndOffsets(Map.of(LOG, RECORDS + 1L));
        assertThatThrownBy(() -> read(RECORDS + 2)).isInstanceOf(TimeoutException.class).hasMessageContaining("nothing came within");
    }

    /** What is lost is made again, and what a number is wrong of stands somewhere behind. */
    @ParameterizedTest
    @MethodSource("damages")
    void onlyWhatIsDamagedWhereItStandsIsLasting(RuntimeException damage) {
        failure = damage;
        LogReader reader = new LogReader(kafka, timeout);
        assertThatExceptionOfType(UnreadableLogException.class).isThrownBy(() -> reader.read(LOG, 0, RECORDS, _ -> true))
                .extracting(UnreadableLogException::isLasting)
                .isEqualTo(!(damage instanceof OffsetOutOfRangeException || damage instanceof IllegalArgumentException));
    }

    /** Polls that bring nothing and take a second each. */
    private void silence(int polls) {
        for (int i = 0; i < polls; i++) {
            kafka.schedulePollTask(() -> nanoTime += TimeUnit.SECONDS.toNanos(1));
        }
    }

    /** Kafka's consumer goes back to where a batch with a damaged offset says it stands. */
    @Test
    void nothingIsHandedOverTwice() {
        goesBack = true;
        read(RECORDS);
        assertThat(read).containsExactly(0L, 1L, 2L, 3L);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
        return new ConsumerRecord<>(LOG.topic(), PARTITION, offset, null, new byte[1]);
    }

    private void read(long to) {
        new KafkaSnapshotSource(new LogReader(kafka, timeout, () -> nanoTime++)).read(PARTITION, 0, to, (offset, _) -> read.add(offset));
    }
}
