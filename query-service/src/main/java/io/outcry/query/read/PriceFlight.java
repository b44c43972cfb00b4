// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.scheduler.Scheduler;

/**
 * One request for a fresh price and all who wait for it. Readers whose waits end within the same hundredth of a second wait together: they
 * are one future and one timer, and no wait is longer than its reader wishes, only up to {@value #TICK_MILLIS} ms shorter. When the price
 * is there each such group is answered on a thread of the scheduler, so a crowd is answered by all of them.
 *
 * <p>A flight ends, whatever happens; so it has no more groups than fit into its time and one wait.
 */
final class PriceFlight {

    private static final long TICK_MILLIS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);

    private final Scheduler scheduler;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Optional<Held<StoredPrice>>> landing = new CompletableFuture<>();
    private final Map<Long, CompletableFuture<Optional<Held<StoredPrice>>>> groups = new ConcurrentHashMap<>();

    /**
     * @param scheduler keeps the time and hands the answers out
     * @param nanoTime the scheduler's time, which never goes back
     */
    PriceFlight(Scheduler scheduler, LongSupplier nanoTime) {
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
    }

    /** The price that is asked for; nothing if it is not there when {@code wait} is over. Cancelling it would be for others, too. */
    CompletableFuture<Optional<Held<StoredPrice>>> within(Duration wait) {
        if (landing.isDone() || !wait.isPositive()) {
            return CompletableFuture.completedFuture(landing.getNow(Optional.empty()));
        }
        long tick = Math.floorDiv(nanoTime.getAsLong() + wait.toNanos(), TICK_NANOS);
        CompletableFuture<Optional<Held<StoredPrice>>> group = groups.get(tick);
        return group == null ? groups.computeIfAbsent(tick, this::newGroup) : group;
    }

    private CompletableFuture<Optional<Held<StoredPrice>>> newGroup(long tick) {
        CompletableFuture<Optional<Held<StoredPrice>>> group = new CompletableFuture<>();
        var timer = scheduler.schedule(
                () -> group.complete(landing.getNow(Optional.empty())), tick * TICK_NANOS - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
        landing.thenAccept(price -> {
            timer.dispose();
            scheduler.schedule(() -> group.complete(price));
        });
        return group;
    }

    /** Answers all who wait, and all who come too late to be told that it has landed. */
    void land(Optional<Held<StoredPrice>> price) {
        landing.complete(price);
    }
}
