// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * All who wait for a fresh price of one symbol. Readers whose waits end within the same hundredth of a second are one timer, and those of
 * them who take a price of the same age are one future; no wait is longer than its reader wishes, only up to {@value #TICK_MILLIS} ms
 * shorter. When a price comes each such group is answered on a thread of the scheduler, so a crowd is answered by all of them. Those for
 * whom it is too old wait on.
 *
 * <p>No wait outlasts its reader's time, so there are no more timers than fit into one wait.
 */
final class PriceFlight {

    private static final long TICK_MILLIS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);

    /** By how much a wait may be shorter than its reader wishes. */
    static final Duration TICK = Duration.ofMillis(TICK_MILLIS);

    private final Scheduler scheduler;
    private final LongSupplier nanoTime;
    private final Clock clock;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** By the tick in which they end. Guarded by this, as all who join and leave are. */
    private final Map<Long, Group> groups = new HashMap<>();
    private boolean over;
    private volatile @Nullable Held<StoredPrice> newest;

    /** By the age that they take. */
    private record Group(NavigableMap<Long, CompletableFuture<Optional<Held<StoredPrice>>>> waits, Disposable timer) {}

    /**
     * @param scheduler keeps the time and hands the answers out
     * @param nanoTime the scheduler's time, which never goes back
     * @param clock tells the age of prices
     */
    PriceFlight(Scheduler scheduler, LongSupplier nanoTime, Clock clock) {
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
        this.clock = clock;
    }

    /** True for the first who calls it, and only for him. */
    boolean begins() {
        return begun.compareAndSet(false, true);
    }

    /**
     * A price no older than {@code maxAgeMillis}; the newest that has come when {@code wait} is over, if any has. Cancelling it would be
     * for others, too.
     *
     * @param sequence of the price that the reader has: only a newer one is an answer
     * @return null if the flight is over
     */
    synchronized @Nullable CompletableFuture<Optional<Held<StoredPrice>>> within(Duration wait, long sequence, long maxAgeMillis) {
        if (over) {
            return null;
        }
        Held<StoredPrice> last = newest;
        boolean answers = last != null && last.value().sequence() > sequence && last.value().ageMillis(clock.millis()) <= maxAgeMillis;
        if (answers || !wait.isPositive()) {
            return CompletableFuture.completedFuture(Optional.ofNullable(last));
        }
        long end = Math.floorDiv(nanoTime.getAsLong() + wait.toNanos(), TICK_NANOS);
        return groups.computeIfAbsent(end, this::newGroup).waits().computeIfAbsent(maxAgeMillis, _ -> new CompletableFuture<>());
    }

    private Group newGroup(long tick) {
        return new Group(new TreeMap<>(),
                scheduler.schedule(() -> timeIsOver(tick), tick * TICK_NANOS - nanoTime.getAsLong(), TimeUnit.NANOSECONDS));
    }

    private void timeIsOver(long tick) {
        List<CompletableFuture<Optional<Held<StoredPrice>>>> waits = new ArrayList<>();
        synchronized (this) {
            Group group = groups.remove(tick);
            if (group != null) {
                waits.addAll(group.waits().values());
            }
        }
        waits.forEach(wait -> wait.complete(Optional.ofNullable(newest)));
    }

    /** Answers all for whom {@code price}, which is newer than all before, is fresh enough. */
    synchronized void came(Held<StoredPrice> price) {
        newest = price;
        long age = price.value().ageMillis(clock.millis());
        for (Iterator<Group> all = groups.values().iterator(); all.hasNext();) {
            Group group = all.next();
            NavigableMap<Long, CompletableFuture<Optional<Held<StoredPrice>>>> content = group.waits().tailMap(age, true);
            List<CompletableFuture<Optional<Held<StoredPrice>>>> answered = List.copyOf(content.values());
            content.clear();
            if (!answered.isEmpty()) {
                scheduler.schedule(() -> answered.forEach(wait -> wait.complete(Optional.of(price))));
            }
            if (group.waits().isEmpty()) {
                group.timer().dispose();
                all.remove();
            }
        }
    }

    /** Ends the flight unless somebody waits; nobody can join it then. */
    synchronized boolean end() {
        over = groups.isEmpty();
        return over;
    }
}
