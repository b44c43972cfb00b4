// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.trace.TracedRequests;
import io.outcry.contracts.trace.TracedStep;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Asks for fresh prices through the log, once for a symbol however many readers want one. A request stands until a newer price is known
 * here, Kafka refuses it, or its time is over; only then can there be another, and not at once if what came was old. There are never more
 * than known symbols.
 */
final class PriceRefreshes {

    /** Of a reader's deadline one part in so many is kept for writing the answers of all who wait with him. */
    private static final int WRITING_PART = 10;

    /** A price of this age is as new as venues give it. */
    private static final long NEW_ENOUGH_MILLIS = 1_000;

    /** While the venues have nothing new, a symbol is not asked for again sooner. */
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
                .description("Requests for a fresh price that stand now").register(registry);
    }

    /**
     * Asks for a price of {@code symbol} that is newer than what was read.
     *
     * @param sequence sequence of the price that was read, 0 for none
     * @param read where it was read
     */
    void ask(String symbol, long sequence, Held<?> read) {
        if (!flights.containsKey(symbol)) {
            flightOf(symbol, sequence, read, null);
        }
    }

    /**
     * As {@link #ask}, and waits for it; nothing if it does not come before the deadline. The wait ends a tenth before it, so that there is
     * time left to write the answers of a crowd.
     */
    Mono<Optional<Held<StoredPrice>>> newer(String symbol, long sequence, Held<?> read) {
        return Mono.deferContextual(context -> {
            Duration remaining = RequestDeadline.remaining(context, parts.deadline());
            Duration wait = remaining.minus(parts.deadline().dividedBy(WRITING_PART));
            TracedStep request = TracedRequests.of(context);
            TracedStep waiting = request == null ? null : request.begin("await newer price", SpanKind.INTERNAL);
            // What landed a moment ago may be older than what this reader has seen since.
            Mono<Optional<Held<StoredPrice>>> landing = Mono.fromFuture(flightOf(symbol, sequence, read, waiting).within(wait), true)
                    .map(landed -> landed.filter(price -> price.value().sequence() > sequence));
            return waiting == null ? landing : TracedRequests.step(waiting, landing);
        });
    }

    /** @param traced the step that waits for it; null if that belongs to no traced request */
    private PriceFlight flightOf(String symbol, long sequence, Held<?> read, @Nullable TracedStep traced) {
        PriceFlight theirs = flights.get(symbol);
        if (theirs != null) {
            return theirs;
        }
        PriceFlight mine = new PriceFlight(parts.scheduler(), System::nanoTime);
        theirs = flights.putIfAbsent(symbol, mine);
        if (theirs != null) {
            return theirs;
        }
        // Whoever read just before the last flight landed finds its price here, and nobody needs to be asked again. If it cannot be told,
        // the venues can.
        newerNow(symbol, sequence, read.partition()).onErrorComplete()
                .switchIfEmpty(Mono.defer(() -> {
                    request(symbol, mine, traced);
                    return firstNewer(symbol, sequence, read);
                }))
                .timeout(parts.flight(), Mono.empty(), parts.scheduler())
                .subscribe(
                        price -> land(symbol, mine, Optional.of(price)),
                        _ -> land(symbol, mine, Optional.empty()),
                        () -> land(symbol, mine, Optional.empty()));
        return mine;
    }

    private void request(String symbol, PriceFlight mine, @Nullable TracedStep traced) {
        requests.increment();
        parts.producer().requestPrice(symbol, traced).whenComplete((_, failure) -> {
            if (failure != null) {
                failures.increment();
                land(symbol, mine, Optional.empty());
            }
        });
    }

    /** From the log, as far as this instance follows it: it is there as soon as in Redis, and also while Redis is slow or away. */
    private Mono<Held<StoredPrice>> newerNow(String symbol, long sequence, ViewPartition partition) {
        return parts.near().follows(partition) ? near(symbol, partition, sequence) : stored(symbol, partition, sequence, new AtomicLong());
    }

    private Mono<Held<StoredPrice>> firstNewer(String symbol, long sequence, Held<?> read) {
        ViewPartition partition = read.partition();
        if (!parts.near().follows(partition)) {
            AtomicLong seen = new AtomicLong(partition.log().held(read.position()));
            return afterEach(parts.barrier(), partition, seen, () -> stored(symbol, partition, sequence, seen));
        }
        AtomicLong seen = new AtomicLong();
        Supplier<Mono<Held<StoredPrice>>> look = () -> {
            seen.set(partition.log().held(parts.near().position(partition)));
            return near(symbol, partition, sequence);
        };
        return Mono.defer(look).switchIfEmpty(afterEach(parts.near().barrier(), partition, seen, look));
    }

    /** Looks again whenever the partition has advanced beyond what was seen, until something is found. */
    private static Mono<Held<StoredPrice>> afterEach(
            PositionBarrier barrier, ViewPartition partition, AtomicLong seen, Supplier<Mono<Held<StoredPrice>>> look) {
        return Mono.defer(() -> barrier.beyond(partition, seen.get())).then(Mono.defer(look)).repeatWhenEmpty(again -> again);
    }

    private Mono<Held<StoredPrice>> near(String symbol, ViewPartition partition, long sequence) {
        return Mono.justOrEmpty(parts.near().price(partition, symbol).filter(held -> held.value().sequence() > sequence));
    }

    /** @param seen set to what the answer was read at */
    private Mono<Held<StoredPrice>> stored(String symbol, ViewPartition partition, long sequence, AtomicLong seen) {
        return parts.reader().price(partition, symbol).doOnNext(found -> seen.set(partition.log().held(found.position())))
                .flatMap(found -> Mono.justOrEmpty(found.value().map(StoredPrice::parse).filter(price -> price.sequence() > sequence)
                        .map(price -> found.map(_ -> price))));
    }

    /**
     * Answers all who wait. If what came is old, or nothing came, asking again at once would bring the same: until the pause is over this
     * is the answer to all who ask.
     */
    private void land(String symbol, PriceFlight flight, Optional<Held<StoredPrice>> price) {
        long now = parts.clock().millis();
        if (price.isPresent() && price.get().value().ageMillis(now) <= NEW_ENOUGH_MILLIS) {
            flights.remove(symbol, flight);
        } else {
            parts.scheduler().schedule(() -> flights.remove(symbol, flight), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        flight.land(price);
    }
}
