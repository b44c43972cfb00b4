// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.view.Held;
import io.outcry.query.view.RequestDeadline;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.ContextView;

/**
 * Asks for fresh prices through the log, once for a symbol however many readers want one. A request stands until a newer price is known
 * here, Kafka refuses it, or its time is over. For a moment after that nobody is asked again, however old what came is and however many
 * insist; then one more request stands if somebody still waits. There are never more than known symbols.
 */
final class PriceRefreshes {

    /** Of a reader's deadline one part in so many is kept for writing the answers of all who wait with him. */
    private static final int WRITING_PART = 10;

    /** A symbol is not asked for again sooner than this after what came of the last request. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Parts parts;
    private final Map<String, PriceFlight> flights = new ConcurrentHashMap<>();
    private final Counter requests;
    private final Counter failures;

    /**
     * What this works with.
     *
     * @param barrier waits for the view in Redis
     * @param near what the log tells this instance
     * @param deadline longest time until a reader has his answer
     * @param flight how long a request stands
     * @param scheduler keeps deadlines and hands answers out
     */
    record Parts(
            ViewReader reader, PositionBarrier barrier, NearMarket near, LogProducer producer, Duration deadline, Duration flight,
            Scheduler scheduler, Clock clock) {}

    PriceRefreshes(Parts parts, MeterRegistry registry) {
        this.parts = parts;
        this.requests = Counter.builder("outcry.query.refresh.requests")
                .description("Requests for a fresh price that readers caused").register(registry);
        this.failures = Counter.builder("outcry.query.refresh.failures")
                .description("Requests for a fresh price that did not reach the log").register(registry);
        Gauge.builder("outcry.query.refresh.flights", flights, Map::size)
                .description("Symbols a fresh price of which is asked for now, or was a moment ago").register(registry);
    }

    /** The newest price that is known of a symbol, and where it was read; sequence 0 for none. */
    private record Seen(String symbol, long sequence, Held<?> at) {

        private Seen newer(Held<StoredPrice> price) {
            return new Seen(symbol, price.value().sequence(), price);
        }
    }

    /**
     * Asks for a price of {@code symbol} that is newer than what was read.
     *
     * @param sequence sequence of the price that was read, 0 for none
     * @param read where it was read
     */
    void ask(String symbol, long sequence, Held<?> read) {
        if (!flights.containsKey(symbol)) {
            begin(flightOf(symbol), new Seen(symbol, sequence, read), null);
        }
    }

    /**
     * As {@link #ask}, and waits until there is one that was no older than {@code maxAge} when it came. When the time is over, the newest
     * that has come; nothing if none has.
     *
     * @param maxAge in milliseconds
     */
    Mono<Optional<Held<StoredPrice>>> newer(String symbol, long sequence, Held<?> read, long maxAge) {
        return Mono.deferContextual(context -> {
            TracedSpan request = TracedRequests.of(context);
            TracedSpan waiting = request == null ? null : request.begin("await newer price", SpanKind.INTERNAL);
            // What came a moment ago may be older than what this reader has seen since.
            Mono<Optional<Held<StoredPrice>>> price =
                    Mono.fromFuture(join(new Seen(symbol, sequence, read), timeLeft(context), maxAge, waiting), true)
                            .map(came -> came.filter(found -> found.value().sequence() > sequence));
            return waiting == null ? price : TracedRequests.span(waiting, price);
        });
    }

    /** Whether a reader has waited for as long as he may: a tenth before his deadline, so that a crowd's answers can still be written. */
    boolean isOver(ContextView reader) {
        return timeLeft(reader).compareTo(PriceFlight.TICK) <= 0;
    }

    private Duration timeLeft(ContextView reader) {
        return RequestDeadline.remaining(reader, parts.deadline()).minus(parts.deadline().dividedBy(WRITING_PART));
    }

    /** @param traced the span that waits for it; null if that belongs to no traced request */
    private CompletableFuture<Optional<Held<StoredPrice>>> join(Seen seen, Duration wait, long maxAge, @Nullable TracedSpan traced) {
        while (true) {
            PriceFlight flight = flightOf(seen.symbol());
            CompletableFuture<Optional<Held<StoredPrice>>> joined = flight.within(wait, seen.sequence(), maxAge);
            if (joined != null) {
                begin(flight, seen, traced);
                return joined;
            }
            flights.remove(seen.symbol(), flight);
        }
    }

    private PriceFlight flightOf(String symbol) {
        PriceFlight flight = flights.get(symbol);
        return flight != null
                ? flight
                : flights.computeIfAbsent(symbol, _ -> new PriceFlight(parts.scheduler(), System::nanoTime, parts.clock()));
    }

    /**
     * Whoever read just before the last flight was over finds its price here, and nobody needs to be asked again if it is fresh enough. If
     * it cannot be told, the venues can.
     */
    private void begin(PriceFlight flight, Seen seen, @Nullable TracedSpan traced) {
        if (flight.begins()) {
            outcome(newerNow(seen)).subscribe(found -> {
                found.ifPresent(flight::came);
                if (found.isEmpty() || !hasEnded(flight, seen)) {
                    request(flight, found.map(seen::newer).orElse(seen), traced);
                }
            });
        }
    }

    private void request(PriceFlight flight, Seen seen, @Nullable TracedSpan traced) {
        requests.increment();
        CompletableFuture<Boolean> refusal = parts.producer().requestPrice(seen.symbol(), traced).handle((_, failure) -> {
            failures.increment(failure == null ? 0 : 1);
            return failure != null;
        }).toCompletableFuture();
        Mono<Held<StoredPrice>> refused = Mono.fromFuture(refusal, true).flatMap(is -> is ? Mono.empty() : Mono.never());
        outcome(Mono.firstWithSignal(firstNewer(seen), refused).timeout(parts.flight(), Mono.empty(), parts.scheduler()))
                .subscribe(came -> {
                    came.ifPresent(flight::came);
                    rest(flight, came.map(seen::newer).orElse(seen), Mono.delay(PAUSE, parts.scheduler()).cache());
                });
    }

    /** Until {@code pause} is over: asking again at once would bring the same. What comes by itself meanwhile is handed out. */
    private void rest(PriceFlight flight, Seen seen, Mono<Long> pause) {
        outcome(firstNewer(seen).onErrorResume(_ -> Mono.never()).takeUntilOther(pause)).subscribe(came -> {
            if (came.isPresent()) {
                flight.came(came.get());
                rest(flight, seen.newer(came.get()), pause);
            } else if (!hasEnded(flight, seen)) {
                request(flight, seen, null);
            }
        });
    }

    private boolean hasEnded(PriceFlight flight, Seen seen) {
        boolean ended = flight.end();
        if (ended) {
            flights.remove(seen.symbol(), flight);
        }
        return ended;
    }

    /** What came of looking for a price; nothing also if that failed, for then there is none to hand out. */
    private static Mono<Optional<Held<StoredPrice>>> outcome(Mono<Held<StoredPrice>> price) {
        return price.map(Optional::of).onErrorComplete().defaultIfEmpty(Optional.empty());
    }

    /** From the log, as far as this instance follows it: it is there as soon as in Redis, and also while Redis is slow or away. */
    private Mono<Held<StoredPrice>> newerNow(Seen seen) {
        return parts.near().follows(seen.at().partition()) ? near(seen) : stored(seen, new AtomicLong());
    }

    private Mono<Held<StoredPrice>> firstNewer(Seen seen) {
        ViewPartition partition = seen.at().partition();
        if (!parts.near().follows(partition)) {
            AtomicLong at = new AtomicLong(partition.log().held(seen.at().position()));
            return afterEach(parts.barrier(), partition, at, () -> stored(seen, at));
        }
        AtomicLong at = new AtomicLong();
        Supplier<Mono<Held<StoredPrice>>> look = () -> {
            at.set(partition.log().held(parts.near().position(partition)));
            return near(seen);
        };
        return Mono.defer(look).switchIfEmpty(afterEach(parts.near().barrier(), partition, at, look));
    }

    /** Looks again whenever the partition has advanced beyond what was looked at, until something is found. */
    private static Mono<Held<StoredPrice>> afterEach(
            PositionBarrier barrier, ViewPartition partition, AtomicLong at, Supplier<Mono<Held<StoredPrice>>> look) {
        return Mono.defer(() -> barrier.beyond(partition, at.get())).then(Mono.defer(look)).repeatWhenEmpty(again -> again);
    }

    private Mono<Held<StoredPrice>> near(Seen seen) {
        return Mono.justOrEmpty(parts.near().price(seen.at().partition(), seen.symbol())
                .filter(held -> held.value().sequence() > seen.sequence()));
    }

    /** @param at set to what the answer was read at */
    private Mono<Held<StoredPrice>> stored(Seen seen, AtomicLong at) {
        ViewPartition partition = seen.at().partition();
        return parts.reader().price(partition, seen.symbol()).doOnNext(found -> at.set(partition.log().held(found.position())))
                .flatMap(found -> Mono.justOrEmpty(found.value().map(StoredPrice::parse)
                        .filter(price -> price.sequence() > seen.sequence()).map(price -> found.map(_ -> price))));
    }
}
