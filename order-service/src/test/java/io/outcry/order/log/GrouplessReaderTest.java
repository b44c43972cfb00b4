// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.outcry.contracts.logging.ToldLines;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A reader whose right to read is taken away for a while, or that has no memory, or whose log is damaged. */
class GrouplessReaderTest {

    private static final TopicPartition OUTCOMES = new TopicPartition("order.outcomes.v1", 0);

    @RegisterExtension
    private final ToldLines told = ToldLines.of(GrouplessReader.class);

    /** For each client that was refused, whether the reader counted as following when it asked. */
    private final List<Boolean> followedWhenRefused = new CopyOnWriteArrayList<>();

    private volatile boolean forbidden;
    private volatile @Nullable Error fatal;
    private volatile long damaged = -1;
    private volatile long end;
    private volatile boolean silent;
    private volatile boolean notTaken;
    private final List<Long> taken = new CopyOnWriteArrayList<>();
    private final List<MockConsumer<byte[], byte[]>> clients = new CopyOnWriteArrayList<>();
    private final GrouplessReader reader =
            new GrouplessReader("outcomes", this::client, List.of(OUTCOMES), GrouplessReader.Start.LAST, this::take);

    @BeforeEach
    void listen() {
        reader.start();
        await(reader::isFollowing);
    }

    @AfterEach
    void stop() {
        reader.close();
    }

    @Test
    void itSaysOnceThatItMayNotReadAndDoesNotFollowUntilItHasReadAgain() {
        forbidden = true;
        await(() -> followedWhenRefused.size() >= 3);

        assertThat(followedWhenRefused).as("may ask for the ends, but not read").startsWith(true, false, false).containsOnlyOnce(true);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).containsExactly("reader failed, will try again");
        assertThat(clients.subList(0, 2)).as("of those that failed").allMatch(MockConsumer::closed);

        forbidden = false;
        await(reader::isFollowing);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage)
                .containsExactly("reader failed, will try again", "reader reads again");
    }

    @Test
    void afterAFailureItGoesOnWhereItWasAndOffersAgainWhatWasNotTaken() {
        end = 2;
        await(() -> taken.size() == 2);
        notTaken = true;
        end = 5;
        await(() -> !reader.isFollowing());
        notTaken = false;
        await(() -> taken.size() >= 5);
        assertThat(taken).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void whoIsToldNoEndFollowsNothing() {
        silent = true;
        try (GrouplessReader deaf = new GrouplessReader("deaf", this::client, List.of(OUTCOMES), GrouplessReader.Start.LAST, _ -> {})) {
            deaf.start();
            await(() -> told.list().stream().anyMatch(line -> line.getMessage().equals("reader failed, will try again")));
            assertThat(deaf.isFollowing()).isFalse();
            silent = false;
            await(deaf::isFollowing);
        }
    }

    @Test
    void untilItHasCaughtUpItDoesNotFollow() {
        end = 3;
        List<Boolean> followed = new CopyOnWriteArrayList<>();
        GrouplessReader[] all = new GrouplessReader[1];
        all[0] = new GrouplessReader("all", this::client, List.of(OUTCOMES), GrouplessReader.Start.BEGINNING,
                _ -> followed.add(all[0].isFollowing()));
        try (GrouplessReader late = all[0]) {
            late.start();
            await(late::isFollowing);
            assertThat(followed).containsExactly(false);
        }
    }

    @Test
    void withoutMemoryItGoesOnWhenThereIsSome() {
        fatal = new OutOfMemoryError("no room");
        await(() -> !reader.isFollowing());
        fatal = null;
        await(reader::isFollowing);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage)
                .containsExactly("reader failed, will try again", "reader reads again");
    }

    @Test
    void oneThatCannotGoOnDoesNotFollow() {
        fatal = new LinkageError("a class is missing");
        Awaitility.await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(20)).until(() -> !reader.isFollowing());
    }

    @Test
    void whatIsDamagedIsPassedOverForWhatComesBehindIt() {
        damaged = 0;
        end = 3;
        await(() -> !told.list().isEmpty());
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).containsExactly("a part of the log was passed over");
        assertThat(told.list().getFirst().getKeyValuePairs()).extracting(pair -> String.valueOf(pair.value))
                .contains("what stands at offset 0 of " + OUTCOMES + " cannot be read: a checksum is wrong", "3");
        assertThat(reader.isFollowing()).isTrue();
    }

    /** Nobody else may say what is missing there: who reads all of a log does not pass over anything. */
    @Test
    void whoReadsFromTheBeginningStaysAtWhatIsDamagedAndDoesNotFollow() {
        damaged = 0;
        end = 3;
        try (GrouplessReader all =
                new GrouplessReader("all", this::client, List.of(OUTCOMES), GrouplessReader.Start.BEGINNING, _ -> {})) {
            all.start();
            await(() -> told.list().stream().anyMatch(line -> line.getMessage().equals("reader failed, will try again")));
            assertThat(all.isFollowing()).isFalse();
        }
    }

    @Test
    void itBeginsWithTheLastRecordAndHasCaughtUpWhenItHasReadIt() throws Exception {
        MockConsumer<byte[], byte[]> client = new MockConsumer<>("latest");
        client.updateBeginningOffsets(Map.of(OUTCOMES, 0L));
        client.updateEndOffsets(Map.of(OUTCOMES, 3L));
        client.schedulePollTask(() -> LongStream.range(0, 3).forEach(offset -> client.addRecord(
                new ConsumerRecord<>(OUTCOMES.topic(), OUTCOMES.partition(), offset, new byte[0], new byte[0]))));
        List<Long> read = new CopyOnWriteArrayList<>();
        try (GrouplessReader last = new GrouplessReader("last", () -> client, List.of(OUTCOMES), GrouplessReader.Start.LAST,
                records -> records.forEach(record -> read.add(record.offset())))) {
            last.start();
            assertThat(last.awaitCaughtUp(Duration.ofSeconds(20))).isTrue();
            assertThat(read).containsExactly(2L);
        }
    }

    @Test
    void aPartitionWithoutALeaderIsNotWaitedFor() throws Exception {
        TopicPartition leaderless = new TopicPartition(OUTCOMES.topic(), 1);
        MockConsumer<byte[], byte[]> client = new MockConsumer<>("latest") {

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked) {
                if (asked.contains(leaderless)) {
                    throw new TimeoutException("no leader");
                }
                return super.endOffsets(asked);
            }
        };
        client.updateBeginningOffsets(Map.of(OUTCOMES, 0L, leaderless, 0L));
        client.updateEndOffsets(Map.of(OUTCOMES, 1L, leaderless, 3L));
        client.schedulePollTask(() -> client.addRecord(new ConsumerRecord<>(OUTCOMES.topic(), 0, 0, new byte[0], new byte[0])));
        List<TopicPartition> read = new CopyOnWriteArrayList<>();
        try (GrouplessReader others = new GrouplessReader("others", () -> client, List.of(leaderless, OUTCOMES), GrouplessReader.Start.LAST,
                records -> read.addAll(records.partitions()))) {
            others.start();
            assertThat(others.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            client.schedulePollTask(() -> client.addRecord(new ConsumerRecord<>(leaderless.topic(), 1, 3, new byte[0], new byte[0])));
            await(() -> read.contains(leaderless));
            assertThat(read).containsExactly(OUTCOMES, leaderless);
        }
    }

    @Test
    void severalWithoutALeaderHoldTheOthersUpForLittleMoreThanOne() throws Exception {
        List<Duration> waited = new CopyOnWriteArrayList<>();
        MockConsumer<byte[], byte[]> client = new MockConsumer<>("latest") {

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked, Duration timeout) {
                if (!asked.contains(OUTCOMES)) {
                    waited.add(timeout);
                    throw new TimeoutException("no leader");
                }
                return super.endOffsets(asked, timeout);
            }
        };
        client.updateBeginningOffsets(Map.of(OUTCOMES, 0L));
        client.updateEndOffsets(Map.of(OUTCOMES, 0L));
        List<TopicPartition> all = Stream.concat(
                IntStream.rangeClosed(1, 8).mapToObj(number -> new TopicPartition(OUTCOMES.topic(), number)), Stream.of(OUTCOMES)).toList();
        try (GrouplessReader last = new GrouplessReader("last", () -> client, all, GrouplessReader.Start.LAST, _ -> {})) {
            last.start();
            assertThat(last.awaitCaughtUp(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(waited.stream().mapToLong(Duration::toMillis).sum()).as("milliseconds, of ten until orders are answered")
                .isBetween(2_000L, 6_000L);
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        if (notTaken) {
            throw new IllegalStateException("not now");
        }
        records.forEach(record -> taken.add(record.offset()));
    }

    private Consumer<byte[], byte[]> client() {
        MockConsumer<byte[], byte[]> client = new MockConsumer<>("latest") {

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked, Duration timeout) {
                if (silent) {
                    throw new TimeoutException("no leader");
                }
                return super.endOffsets(asked, timeout);
            }

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                if (forbidden) {
                    followedWhenRefused.add(reader.isFollowing());
                    throw new TopicAuthorizationException(Set.of(OUTCOMES.topic()));
                }
                Error cause = fatal;
                if (cause != null) {
                    throw cause;
                }
                updateEndOffsets(Map.of(OUTCOMES, end));
                if (position(OUTCOMES) == damaged) {
                    throw new KafkaException("failed", new KafkaException("a checksum is wrong"));
                }
                LongStream.range(position(OUTCOMES), end).forEach(offset -> addRecord(
                        new ConsumerRecord<>(OUTCOMES.topic(), OUTCOMES.partition(), offset, new byte[0], new byte[0])));
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                return super.poll(timeout);
            }
        };
        client.updateBeginningOffsets(Map.of(OUTCOMES, 0L));
        client.updateEndOffsets(Map.of(OUTCOMES, end));
        clients.add(client);
        return client;
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
    }
}
