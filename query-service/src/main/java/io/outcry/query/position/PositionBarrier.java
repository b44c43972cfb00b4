// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.RequestDeadline;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Lets readers wait, parked as futures and without polling, until the view holds a position. The number of waits has a limit, and no
 * partition gets another one for a token while it has more of those than are free: one that stands still leaves half of all to the others.
 */
public final class PositionBarrier {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Comparator<Waiter> ORDER = Comparator.comparingLong(Waiter::offset).thenComparingLong(Waiter::number);

    private record Waiter(long offset, long number, CompletableFuture<Void> held) {}

    /**
     * Who waits for a partition.
     *
     * @param tokens how many of them for a token
     */
    private record Waiters(NavigableSet<Waiter> all, AtomicInteger tokens) {}

    private final ViewPositions positions;
    private final Duration deadline;
    private final int maxWaiters;
    private final Scheduler scheduler;
    private final Map<ViewPartition, Waiters> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * @param deadline longest wait for a token
     * @param maxWaiters waits at the same time, for all partitions together
     */
    public PositionBarrier(ViewPositions positions, Duration deadline, int maxWaiters) {
        this(positions, deadline, maxWaiters, Schedulers.parallel());
    }

    /** @param scheduler runs what waited, and keeps the deadlines */
    public PositionBarrier(ViewPositions positions, Duration deadline, int maxWaiters, Scheduler scheduler) {
        this.positions = positions;
        this.deadline = deadline;
        this.maxWaiters = maxWaiters;
        this.scheduler = scheduler;
        positions.partitions()
                .forEach(partition -> waiting.put(partition, new Waiters(new ConcurrentSkipListSet<>(ORDER), new AtomicInteger())));
        positions.onAdvance(this::advanced);
    }

    /**
     * Completes when the view holds all positions of {@code token}.
     *
     * <p>Fails with OVERLOADED if too many wait, for one of its partitions or for all, and with POSITION_NOT_REACHED past the deadline, or
     * at once if the token names a partition that does not exist.
     */
    public Mono<Void> await(PositionToken token) {
        return Mono.deferContextual(context -> {
            List<Wanted> wanted = wanted(token).stream().filter(place -> !isHeld(place)).toList();
            if (wanted.isEmpty()) {
                return Mono.empty();
            }
            if (parked.get() + wanted.size() > maxWaiters || wanted.stream().anyMatch(place -> isCrowded(place.partition()))) {
                return Mono.error(overloaded());
            }
            List<CompletableFuture<Void>> parts = new ArrayList<>(wanted.size());
            wanted.forEach(place -> parts.add(parkToken(place)));
            return Mono.fromFuture(CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)), true)
                    .timeout(RequestDeadline.remaining(context, deadline), scheduler)
                    .onErrorMap(TimeoutException.class, _ -> notReached(wanted))
                    .doOnTerminate(() -> parts.forEach(part -> part.complete(null)))
                    .doOnCancel(() -> parts.forEach(part -> part.complete(null)))
                    .publishOn(scheduler);
        });
    }

    /** Completes when the view of {@code partition} holds anything beyond {@code offset}; cancel it to stop waiting. Fails when too many wait. */
    public Mono<Void> beyond(ViewPartition partition, long offset) {
        return Mono.defer(() -> {
            if (parked.get() >= maxWaiters) {
                return Mono.error(overloaded());
            }
            CompletableFuture<Void> part = park(partition, offset + 1);
            return Mono.fromFuture(part, true).doOnCancel(() -> part.complete(null)).publishOn(scheduler);
        });
    }

    /** How many waits are parked now. */
    public int waiters() {
        return parked.get();
    }

    /** How far the view is with the partitions that {@code token} names; with all of them if it names none that exists. */
    public List<Held<Boolean>> standing(PositionToken token) {
        List<ViewPartition> named =
                positions.partitions().stream().filter(partition -> named(token, partition).findAny().isPresent()).toList();
        return (named.isEmpty() ? positions.partitions() : named).stream()
                .map(partition -> new Held<>(partition, positions.newest(partition), true)).toList();
    }

    /** The partitions whose view is not known to hold what {@code token} names of them. */
    public List<ViewPartition> awaited(PositionToken token) {
        return positions.partitions().stream().filter(partition -> named(token, partition)
                .anyMatch(position -> !positions.holds(partition, LogPosition.offset(position)))).toList();
    }

    private static Stream<Long> named(PositionToken token, ViewPartition partition) {
        return (partition.log() == ViewLog.ORDERS ? token.orders() : token.prices()).stream()
                .filter(position -> LogPosition.partition(position) == partition.number());
    }

    private record Wanted(ViewPartition partition, long offset) {}

    /** One for each partition, the furthest: no token takes more waits than there are partitions, however many places it names. */
    private Collection<Wanted> wanted(PositionToken token) {
        Map<ViewPartition, Wanted> furthest = new LinkedHashMap<>();
        Stream.concat(
                token.orders().stream().map(position -> wanted(ViewLog.ORDERS, position)),
                token.prices().stream().map(position -> wanted(ViewLog.PRICES, position)))
                .forEach(place -> furthest.merge(place.partition(), place, (one, other) -> one.offset() >= other.offset() ? one : other));
        return furthest.values();
    }

    private Wanted wanted(ViewLog log, long position) {
        int number = LogPosition.partition(position);
        if (number >= positions.count(log)) {
            throw new ApiException(Problem.of(
                    ErrorCode.POSITION_NOT_REACHED, "the token names partition " + log.letter() + number + ", which does not exist"));
        }
        return new Wanted(new ViewPartition(log, number), LogPosition.offset(position));
    }

    private boolean isHeld(Wanted place) {
        return positions.holds(place.partition(), place.offset());
    }

    private long held(ViewPartition partition) {
        return partition.log().held(positions.newest(partition));
    }

    private boolean isCrowded(ViewPartition partition) {
        return others(partition).tokens().get() > maxWaiters - parked.get();
    }

    private CompletableFuture<Void> parkToken(Wanted place) {
        AtomicInteger tokens = others(place.partition()).tokens();
        tokens.incrementAndGet();
        CompletableFuture<Void> held = park(place.partition(), place.offset());
        held.whenComplete((_, _) -> tokens.decrementAndGet());
        return held;
    }

    private CompletableFuture<Void> park(ViewPartition partition, long offset) {
        Waiter waiter = new Waiter(offset, numbers.incrementAndGet(), new CompletableFuture<>());
        Waiters others = others(partition);
        parked.incrementAndGet();
        others.all().add(waiter);
        waiter.held().whenComplete((_, _) -> {
            if (others.all().remove(waiter)) {
                parked.decrementAndGet();
            }
        });
        if (positions.holds(partition, offset)) {
            waiter.held().complete(null);
        }
        return waiter.held();
    }

    private Waiters others(ViewPartition partition) {
        Waiters others = waiting.get(partition);
        if (others == null) {
            throw new IllegalArgumentException("no partition " + partition);
        }
        return others;
    }

    private void advanced(ViewPartition partition, ViewPosition position) {
        long held = partition.log().held(position);
        for (Waiter waiter : others(partition).all()) {
            if (waiter.offset() > held) {
                return;
            }
            waiter.held().complete(null);
        }
    }

    private ApiException notReached(List<Wanted> wanted) {
        StringBuilder detail = new StringBuilder("the view did not reach the position in time:");
        wanted.stream().filter(place -> !isHeld(place)).forEach(place -> detail.append(" partition ").append(place.partition())
                .append(" is at ").append(held(place.partition())).append(", asked for ").append(place.offset()).append(';'));
        detail.setLength(detail.length() - 1);
        return new ApiException(Problem.of(ErrorCode.POSITION_NOT_REACHED, detail.toString()).withRetryAfter(RETRY_AFTER));
    }

    private ApiException overloaded() {
        return new ApiException(Problem.of(ErrorCode.OVERLOADED, parked.get() + " reads wait for a position already")
                .withRetryAfter(RETRY_AFTER));
    }
}
