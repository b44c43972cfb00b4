// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Twenty thousand readers who come within four tenths of a second of virtual time. */
class PriceFlightTest {

    private static final int READERS = 20_000;
    private static final Duration WAIT = Duration.ofMillis(450);
    private static final Duration BETWEEN = Duration.ofNanos(20_000);
    private static final long NOW = 1_763_700_000_000L;
    private static final long SEEN = 6;
    private static final long MAX_AGE = 1_000;
    private static final Held<StoredPrice> FRESH = price(7, 1_000);
    private static final Held<StoredPrice> OLD = price(7, 1_001);

    private final ScriptedScheduler time = new ScriptedScheduler();
    private final PriceFlight flight = new PriceFlight(time, time::nanoTime, Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
    private final List<Optional<Held<StoredPrice>>> answers = new ArrayList<>();
    private long longestNanos;
    private long shortestNanos = Long.MAX_VALUE;

    private static Held<StoredPrice> price(long sequence, long ageMillis) {
        return new Held<>(new ViewPartition(ViewLog.PRICES, 0), ViewPosition.EMPTY,
                new StoredPrice(NOW - ageMillis, "COLD", "FRESH", 3, sequence, "{"));
    }

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
    void aPriceOfTheAgeThatIsTakenIsForAllWhoWaitAndForThoseWhoComeLate() {
        allCome();
        flight.came(FRESH);
        time.pass(Duration.ZERO);

        assertThat(answers).hasSize(READERS).containsOnly(Optional.of(FRESH));
        assertThat(join(WAIT, MAX_AGE)).isCompletedWithValue(Optional.of(FRESH));
        time.pass(Duration.ofSeconds(2));
        assertThat(answers).as("and nobody is answered twice").hasSize(READERS);
    }

    @Test
    void aPriceThatIsTooOldEndsNoWaitAndIsTheAnswerWhenTheTimeIsOver() {
        List<CompletableFuture<?>> groups = allCome();
        flight.came(OLD);
        time.pass(Duration.ZERO);

        assertThat(answers).isEmpty();
        assertThat(join(WAIT, MAX_AGE)).as("of who comes late").isNotDone();
        time.pass(Duration.ofSeconds(2));
        assertThat(answers).hasSize(READERS).containsOnly(Optional.of(OLD));
        assertThat(Duration.ofNanos(shortestNanos)).isGreaterThan(WAIT.minusMillis(11));
        assertThat(groups.stream().distinct()).as("timers for all of them").hasSizeLessThanOrEqualTo(42);
    }

    @Test
    void eachIsAnsweredByTheFirstPriceOfTheAgeThatHeTakes() {
        CompletableFuture<Optional<Held<StoredPrice>>> patient = join(WAIT, 5_000);
        CompletableFuture<Optional<Held<StoredPrice>>> strict = join(WAIT, MAX_AGE);
        flight.came(OLD);
        time.pass(Duration.ZERO);
        assertThat(patient).isCompletedWithValue(Optional.of(OLD));
        assertThat(strict).isNotDone();

        Held<StoredPrice> next = price(8, 10);
        flight.came(next);
        time.pass(Duration.ZERO);
        assertThat(strict).isCompletedWithValue(Optional.of(next));
    }

    @Test
    void whoHasSeenThePriceThatCameWaitsForANewerOne() {
        flight.came(FRESH);
        assertThat(flight.within(WAIT, FRESH.value().sequence(), MAX_AGE)).isNotNull().isNotDone();
    }

    @Test
    void whoHasNoTimeLeftDoesNotWait() {
        assertThat(join(Duration.ZERO, MAX_AGE)).isCompletedWithValue(Optional.empty());
        flight.came(OLD);
        assertThat(join(Duration.ofMillis(-20), MAX_AGE)).isCompletedWithValue(Optional.of(OLD));
    }

    @Test
    void aFlightEndsOnlyWhenNobodyWaitsAndThenNobodyJoinsIt() {
        join(WAIT, MAX_AGE);
        assertThat(flight.end()).isFalse();
        time.pass(WAIT);
        assertThat(flight.end()).isTrue();
        assertThat(flight.within(WAIT, SEEN, MAX_AGE)).isNull();
    }

    private CompletableFuture<Optional<Held<StoredPrice>>> join(Duration wait, long maxAge) {
        return Objects.requireNonNull(flight.within(wait, SEEN, maxAge));
    }

    private List<CompletableFuture<?>> allCome() {
        List<CompletableFuture<?>> groups = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            long came = time.nanoTime();
            CompletableFuture<Optional<Held<StoredPrice>>> group = join(WAIT, MAX_AGE);
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
