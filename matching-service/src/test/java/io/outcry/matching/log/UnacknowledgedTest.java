// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class UnacknowledgedTest {

    private static final long LIMIT_BYTES = 100_000;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONG_NANOS = TimeUnit.DAYS.toNanos(1);

    private final Unacknowledged sent = new Unacknowledged(LIMIT_BYTES);
    private final CompletableFuture<RecordMetadata> first = new CompletableFuture<>();
    private final Thread waiter = Thread.currentThread();

    @Test
    void fewSmallOutcomesAreNotWaitedFor() {
        add(7, 1_000);
        assertThat(settle(Unacknowledged.LIMIT, LONG_NANOS)).isNull();
        assertThat(sent.firstOffset(-1)).isEqualTo(7);
        first.complete(null);
        assertThat(settle(Unacknowledged.LIMIT, LONG_NANOS)).isNull();
        assertThat(sent.firstOffset(-1)).isEqualTo(-1);
    }

    @Test
    void manyOrLargeOnesAre() {
        add(7, LIMIT_BYTES + 1);
        assertThat(settle(Unacknowledged.LIMIT, SHORT_NANOS)).extracting(Unacknowledged.Lost::offset).isEqualTo(7L);
        assertThat(settle(0, SHORT_NANOS)).extracting(Unacknowledged.Lost::offset).isEqualTo(7L);
    }

    @Test
    void eachOfManyPartitionsHasItsPartOfTheRoomAndAFewBatchesAtLeast() {
        assertThat(Unacknowledged.limitBytes(4)).isEqualTo(8 << 20);
        assertThat(Unacknowledged.limitBytes(1_024)).isEqualTo(2 << 20);
    }

    /** By a clock of its own, in nanoseconds: a limit of 100 from when it was sent. */
    @Test
    void oneCountsAsLostOnceItsTimeIsOver() {
        sent.add(7, 1, 1_000, first, 5_000);
        assertThat(sent.settle(Unacknowledged.LIMIT, 100, () -> 5_100)).isNull();
        assertThat(sent.settle(Unacknowledged.LIMIT, 100, () -> 5_101)).extracting(Unacknowledged.Lost::offset).isEqualTo(7L);
    }

    /** By the same clock: sent at 5,000, with a limit of 100. Nothing is left for one that is late already. */
    @ParameterizedTest
    @CsvSource({"5000, 100", "5030, 70", "5100, 0", "5101, 0"})
    void oneIsWaitedForAsLongAsItsTimeIsNotOver(long nowNanos, long left) {
        List<Long> waited = new ArrayList<>();
        sent.add(7, 1, 1_000, never(waited), 5_000);
        assertThat(sent.settle(0, 100, () -> nowNanos)).extracting(Unacknowledged.Lost::offset).isEqualTo(7L);
        assertThat(waited).containsExactly(left);
    }

    /** By the same clock, with a patience of 30. */
    @Test
    void whoHasLittlePatienceIsNotToldThatOneIsLostThatMayStillCome() {
        sent.add(7, 1, 1_000, first, 5_000);
        assertThat(sent.settle(0, 30, 100, () -> 5_000)).isNull();
        assertThat(sent.firstOffset(-1)).as("it stays").isEqualTo(7);
        assertThat(sent.isEmpty()).isFalse();
        assertThat(sent.settle(0, 30, 100, () -> 5_099)).isNull();
        assertThat(sent.settle(0, 30, 100, () -> 5_100)).as("its time is over").isNotNull();
    }

    @Test
    void theOldestSaysHowFarAllAreAcknowledged() {
        sent.add(7, 3, 1_000, first, 0);
        sent.add(10, 3, 1_000, CompletableFuture.completedFuture(null), 0);
        assertThat(sent.settle(Unacknowledged.LIMIT, LONG_NANOS, () -> 0)).isNull();
        assertThat(sent.firstOffset(-1)).isEqualTo(7);
        first.complete(null);
        assertThat(sent.settle(Unacknowledged.LIMIT, LONG_NANOS, () -> 0)).isNull();
        assertThat(sent.firstOffset(-1)).isEqualTo(-1);
    }

    @Test
    void theOneThatFailsIsLostFromItsFirstCommandOnWhateverWasAcknowledgedBeforeIt() {
        sent.add(7, 3, 1_000, CompletableFuture.completedFuture(null), 0);
        sent.add(10, 3, 1_000, CompletableFuture.failedFuture(new IllegalStateException()), 0);
        assertThat(sent.settle(0, LONG_NANOS, () -> 0)).extracting(Unacknowledged.Lost::offset).isEqualTo(10L);
        assertThat(sent.firstOffset(-1)).as("it stays").isEqualTo(10);
    }

    /** What is waited for here counts as lost a millisecond later. */
    @Test
    void thoseThatAreAcknowledgedCountNoMore() {
        for (int i = 0; i < 3; i++) {
            sent.add(i, Unacknowledged.LIMIT, LIMIT_BYTES, CompletableFuture.completedFuture(null), 0);
            assertThat(sent.settle(Unacknowledged.LIMIT, SHORT_NANOS, () -> 0)).isNull();
        }
        sent.add(7, Unacknowledged.LIMIT, LIMIT_BYTES, first, 0);
        assertThat(sent.settle(Unacknowledged.LIMIT, SHORT_NANOS, () -> 0)).as("as many as may be under way").isNull();
        sent.add(8, 1, 0, first, 0);
        assertThat(sent.settle(Unacknowledged.LIMIT, SHORT_NANOS, () -> 0)).as("one too many").isNotNull();
    }

    /** By a clock of its own, with a patience of 30. */
    @ParameterizedTest
    @CsvSource({"5000, 30", "5020, 10", "5030, 0", "5070, 0"})
    void whoLooksAgainAndAgainWaitsForOneAsLongAsHisPatienceInAll(long nowNanos, long left) {
        List<Long> waited = new ArrayList<>();
        sent.add(7, 1, 1_000, never(waited), 5_000);
        assertThat(sent.settle(0, 30, 100, () -> nowNanos)).isNull();
        assertThat(waited).containsExactly(left);
    }

    @Test
    void oneThatMustBeAcknowledgedIsWaitedFor() throws InterruptedException {
        add(7, 1_000);
        Thread kafka = Thread.ofPlatform().start(() -> {
            while (waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            first.complete(null);
        });
        assertThat(settle(0, LONG_NANOS)).isNull();
        assertThat(sent.firstOffset(-1)).isEqualTo(-1);
        kafka.join();
    }

    @Test
    void whoIsInterruptedMeanwhileStaysSo() {
        add(7, 1_000);
        waiter.interrupt();
        assertThat(settle(0, LONG_NANOS)).extracting(Unacknowledged.Lost::cause).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    /** @param waited for how long somebody has waited for it, each time */
    private static CompletableFuture<RecordMetadata> never(List<Long> waited) {
        return new CompletableFuture<>() {

            @Override
            public RecordMetadata get(long timeout, TimeUnit unit) throws TimeoutException {
                waited.add(unit.toNanos(timeout));
                throw new TimeoutException();
            }
        };
    }

    private void add(long offset, long bytes) {
        sent.add(offset, 1, bytes, first, System.nanoTime());
    }

    private Unacknowledged.Lost settle(int most, long limitNanos) {
        return sent.settle(most, limitNanos, System::nanoTime);
    }
}
