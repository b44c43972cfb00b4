// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.view.Held;
import io.outcry.query.view.RequestDeadline;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/**
 * Asks for fresh prices through the log, once for a symbol however many readers want one. A request stands until a newer price is in the
 * view, Kafka refuses it, or its time is over; only then can there be another. There are never more than known symbols.
 */
final class PriceRefreshes {

    private final ViewReader reader;
    private final PositionBarrier barrier;
    private final LogProducer producer;
    private final Duration deadline;
    private final Duration flight;
    private final Map<String, CompletableFuture<Optional<Held<StoredPrice>>>> flights = new ConcurrentHashMap<>();
    private final Counter requests;
    private final Counter failures;

    /**
     * @param deadline longest wait of one reader
     * @param flight how long a request stands
     */
    PriceRefreshes(
            ViewReader reader, PositionBarrier barrier, LogProducer producer, Duration deadline, Duration flight, MeterRegistry registry) {
        this.reader = reader;
        this.barrier = barrier;
        this.producer = producer;
        this.deadline = deadline;
        this.flight = flight;
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
            flightOf(symbol, sequence, read);
        }
    }

    /** As {@link #ask}, and waits for it; nothing if it does not come before the deadline. */
    Mono<Optional<Held<StoredPrice>>> newer(String symbol, long sequence, Held<?> read) {
        return Mono.deferContextual(context -> Mono.fromFuture(flightOf(symbol, sequence, read), true)
                .timeout(RequestDeadline.remaining(context, deadline), Mono.just(Optional.empty())));
    }

    private CompletableFuture<Optional<Held<StoredPrice>>> flightOf(String symbol, long sequence, Held<?> read) {
        CompletableFuture<Optional<Held<StoredPrice>>> mine = new CompletableFuture<>();
        CompletableFuture<Optional<Held<StoredPrice>>> theirs = flights.putIfAbsent(symbol, mine);
        if (theirs != null) {
            return theirs;
        }
        // Whoever read just before the last flight landed finds its price here, and nobody needs to be asked again. If Redis cannot say,
        // the venues can.
        newerNow(symbol, sequence, read.partition()).onErrorComplete()
                .switchIfEmpty(Mono.defer(() -> {
                    request(symbol, mine);
                    return firstNewer(symbol, sequence, read);
                }))
                .timeout(flight, Mono.empty())
                .subscribe(
                        price -> land(symbol, mine, Optional.of(price)),
                        _ -> land(symbol, mine, Optional.empty()),
                        () -> land(symbol, mine, Optional.empty()));
        return mine;
    }

    private void request(String symbol, CompletableFuture<Optional<Held<StoredPrice>>> mine) {
        requests.increment();
        producer.requestPrice(symbol).whenComplete((_, failure) -> {
            if (failure != null) {
                failures.increment();
                land(symbol, mine, Optional.empty());
            }
        });
    }

    private Mono<Held<StoredPrice>> newerNow(String symbol, long sequence, ViewPartition partition) {
        return reader.price(partition, symbol).flatMap(found -> Mono.justOrEmpty(
                found.value().map(StoredPrice::parse).filter(price -> price.sequence() > sequence).map(price -> found.map(_ -> price))));
    }

    private Mono<Held<StoredPrice>> firstNewer(String symbol, long sequence, Held<?> read) {
        ViewPartition partition = read.partition();
        AtomicLong seen = new AtomicLong(partition.log().held(read.position()));
        return Mono.defer(() -> barrier.beyond(partition, seen.get()))
                .then(Mono.defer(() -> reader.price(partition, symbol)))
                .doOnNext(found -> seen.set(partition.log().held(found.position())))
                .flatMap(found -> Mono.justOrEmpty(found.value().map(StoredPrice::parse).filter(price -> price.sequence() > sequence)
                        .map(price -> found.map(_ -> price))))
                .repeatWhenEmpty(again -> again);
    }

    private void land(
            String symbol, CompletableFuture<Optional<Held<StoredPrice>>> mine, Optional<Held<StoredPrice>> price) {
        flights.remove(symbol, mine);
        mine.complete(price);
    }
}
