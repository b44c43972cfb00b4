// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.snapshot.ReadAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReadAheadThreadTest {

    private static final int AHEAD = 3;

    private final ReadAhead ahead = new ReadAheadThread("test-ahead", AHEAD);

    @Test
    void allPiecesComeInOrder() {
        List<Integer> taken = new ArrayList<>();
        try (ReadAhead.Coming<Integer> coming = ahead.begin(sink -> count(1_000, sink::test))) {
            coming.forEachRemaining(taken::add);
            assertThatThrownBy(coming::next).isInstanceOf(NoSuchElementException.class);
        }
        assertThat(taken).hasSize(1_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void noMoreIsReadAheadThanTheLimit() throws InterruptedException {
        AtomicInteger read = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(AHEAD + 1);
        ReadAhead.Reading<Integer> endless = sink -> {
            do {
                read.incrementAndGet();
                full.countDown();
            } while (sink.test(read.get()));
        };
        try (ReadAhead.Coming<Integer> coming = ahead.begin(endless)) {
            full.await();
            assertThat(read.get()).as("pieces read, none taken").isEqualTo(AHEAD + 1);
            assertThat(coming.next()).isEqualTo(1);
        }
        assertThat(read.get()).as("pieces read, one taken").isLessThanOrEqualTo(AHEAD + 2);
    }

    @Test
    void whatTheReadingThrowsComesBehindTheLastPiece() {
        try (ReadAhead.Coming<Integer> coming = ahead.begin(sink -> {
            count(2, sink::test);
            throw new TimeoutException("nothing came");
        })) {
            assertThat(coming.next()).isEqualTo(0);
            assertThat(coming.next()).isEqualTo(1);
            assertThatThrownBy(coming::hasNext).isInstanceOf(TimeoutException.class);
            assertThatThrownBy(coming::hasNext).as("once more").isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void oneWhoIsInterruptedWaitsNoLonger() {
        CountDownLatch never = new CountDownLatch(1);
        ReadAhead.Coming<Integer> coming = ahead.begin(sink -> await(never));
        try {
            Thread.currentThread().interrupt();
            assertThatThrownBy(coming::hasNext).isInstanceOf(InterruptException.class);
        } finally {
            Thread.interrupted();
            never.countDown();
            coming.close();
        }
    }

    /** Whoever closes what is read from, such as a consumer, must not do it under the reading. */
    @Test
    void theReadingHasEndedWhenOneWhoIsInterruptedHasClosedIt() {
        AtomicBoolean ended = new AtomicBoolean();
        ReadAhead.Coming<Integer> coming = ahead.begin(sink -> {
            count(Integer.MAX_VALUE, sink::test);
            ended.set(true);
        });
        Thread.currentThread().interrupt();
        coming.close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(ended).isTrue();
    }

    private interface Numbers {
        boolean take(int number);
    }

    private static void count(int to, Numbers numbers) {
        for (int i = 0; i < to && numbers.take(i); i++) {}
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
