// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(30)
class BookLoadsTest {

    private static final ViewPartition O0 = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewPartition O1 = new ViewPartition(ViewLog.ORDERS, 1);
    private static final BookLoader.Loaded LOADED = new BookLoader.Loaded(ViewPosition.EMPTY.startingAt(5), List.of());

    private static BookLoader.Loaded awaitLoaded(BookLoads loads, ViewPartition partition) {
        return Awaitility.await().until(() -> loads.poll(partition, null), Optional::isPresent).orElseThrow();
    }

    @Test
    void whoAsksDoesNotWaitAndIsGivenWhatWasLoadedOnce() {
        CountDownLatch redis = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        try (BookLoads loads = new BookLoads((_, _) -> {
            awaitQuietly(redis);
            times.incrementAndGet();
            return Optional.of(LOADED);
        })) {
            for (int i = 0; i < 100; i++) {
                assertThat(loads.poll(O0, null)).isEmpty();
            }
            redis.countDown();
            assertThat(awaitLoaded(loads, O0)).isSameAs(LOADED);
            assertThat(times).hasValue(1);
            assertThat(loads.poll(O0, LOADED.at())).isEmpty();
        }
    }

    @Test
    void whatFailsOrIsNotThereYetIsTriedAgain() {
        AtomicInteger times = new AtomicInteger();
        try (BookLoads loads = new BookLoads((_, _) -> switch (times.incrementAndGet()) {
            case 1 -> throw new ViewUnavailableException("Redis did not answer");
            case 2 -> throw new IllegalStateException("not a stored level");
            case 3 -> Optional.empty();
            default -> Optional.of(LOADED);
        })) {
            assertThat(awaitLoaded(loads, O0)).isSameAs(LOADED);
            assertThat(times).hasValue(4);
        }
    }

    @Test
    void onePartitionIsLoadedAtATime() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch bothAsked = new CountDownLatch(1);
        try (BookLoads loads = new BookLoads((_, _) -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            awaitQuietly(bothAsked);
            atOnce.decrementAndGet();
            return Optional.of(LOADED);
        })) {
            loads.poll(O0, null);
            loads.poll(O1, null);
            bothAsked.countDown();
            awaitLoaded(loads, O0);
            awaitLoaded(loads, O1);
            assertThat(most).hasValue(1);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
