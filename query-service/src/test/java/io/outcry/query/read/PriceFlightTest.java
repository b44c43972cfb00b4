// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Twenty thousand readers who come within four tenths of a second of virtual time. */
class PriceFlightTest {

    private static final int READERS = 20_000;
    private static final Duration WAIT = Duration.ofMillis(450);
    private static final Duration BETWEEN = Duration.ofNanos(20_000);
    private static final Held<StoredPrice> PRICE = new Held<>(
            new ViewPartition(ViewLog.PRICES, 0), ViewPosition.EMPTY, new StoredPrice(1, "COLD", "FRESH", 3, 7, "{"));

    private final ScriptedScheduler time = new ScriptedScheduler();
    private final PriceFlight flight = new PriceFlight(time, time::nanoTime);
    private final List<Optional<Held<StoredPrice>>> answers = new ArrayList<>();
    private long longestNanos;
    private long shortestNanos = Long.MAX_VALUE;

    @Test
    void nobodyWaitsLongerThanHeWishesAndHardlyShorter() {
        List<CompletableFuture<?>> groups = allCome();
        time.pass(Duration.ofSeconds(2));

        assertThat(answers).hasSize(READERS).containsOnly(Optional.empty());
        assertThat(Duration.ofNanos(longestNanos)).isLessThanOrEqualTo(WAIT);
        assertThat(Duration.ofNanos(shortestNanos)).isGreaterThan(WAIT.minusMillis(11));
        assertThat(groups.stream().distinct()).as("timers for all of them").hasSizeLessThanOrEqualTo(42);
    }

    @Test
    void thePriceIsForAllWhoWaitAndForThoseWhoComeLate() {
        allCome();
        flight.land(Optional.of(PRICE));
        time.pass(Duration.ZERO);

        assertThat(answers).hasSize(READERS).containsOnly(Optional.of(PRICE));
        assertThat(flight.within(WAIT)).isCompletedWithValue(Optional.of(PRICE));
        time.pass(Duration.ofSeconds(2));
        assertThat(answers).as("and nobody is answered twice").hasSize(READERS);
    }

    @Test
    void whoHasNoTimeLeftDoesNotWait() {
        assertThat(flight.within(Duration.ZERO)).isCompletedWithValue(Optional.empty());
        assertThat(flight.within(Duration.ofMillis(-20))).isCompletedWithValue(Optional.empty());
    }

    private List<CompletableFuture<?>> allCome() {
        List<CompletableFuture<?>> groups = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            long came = time.nanoTime();
            CompletableFuture<Optional<Held<StoredPrice>>> group = flight.within(WAIT);
            groups.add(group);
            group.thenAccept(answer -> {
                answers.add(answer);
                longestNanos = Math.max(longestNanos, time.nanoTime() - came);
                shortestNanos = Math.min(shortestNanos, time.nanoTime() - came);
            });
            time.pass(BETWEEN);
        }
        return groups;
    }
}
