// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.view.Held;
import io.outcry.query.view.PartitionReads;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * Aggregated prices. A price never disappears: a venue that is silent makes it old, and it says so. Whoever wants none older than some age
 * causes a request for a fresh one and waits for it a little; if none comes the last good one is the answer, with its age.
 */
final class PriceHandler {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final long MAX_AGE_LIMIT = Duration.ofDays(1).toMillis();
    private static final long ANY_AGE = -1;

    private final ViewReader reader;
    private final NearPriceAnswers near;
    private final SymbolPartitions partitions;
    private final ReadAnswers answers;
    private final PriceRefreshes refreshes;
    private final PriceReadCounts counts;
    private final Clock clock;
    private final EncodedPrice encoded = new EncodedPrice();

    PriceHandler(
            ViewReader reader, NearPriceAnswers near, SymbolPartitions partitions, ReadAnswers answers, PriceRefreshes refreshes,
            PriceReadCounts counts,
            Clock clock) {
        this.reader = reader;
        this.near = near;
        this.partitions = partitions;
        this.answers = answers;
        this.refreshes = refreshes;
        this.counts = counts;
        this.clock = clock;
    }

    /** The price of one symbol. */
    Mono<ServerResponse> price(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        long maxAge = maxAge(request);
        return near.one(request, symbol, maxAge, false).switchIfEmpty(Mono.defer(() -> storedPrice(request, symbol, maxAge)))
                .onErrorResume(ApiException.class, failure -> near.insteadOf(failure, request, symbol));
    }

    private Mono<ServerResponse> storedPrice(ServerRequest request, String symbol, long maxAge) {
        boolean own = ReadAnswers.waitsForPosition(request);
        return answers.readAfter(request).then(Mono.defer(() -> read(symbol, maxAge, own)))
                .flatMap(held -> encoded.answer(request, held, clock.millis() + KeptFor.millis(request)))
                .onErrorMap(MissingException.class, missing -> told(request, missing));
    }

    /** The prices of some symbols as an array, in the order they are named. */
    Mono<ServerResponse> prices(ServerRequest request) {
        List<String> symbols = Parameters.symbols(request);
        long maxAge = maxAge(request);
        return near.all(request, symbols, maxAge, false).switchIfEmpty(Mono.defer(() -> storedPrices(request, symbols, maxAge)))
                .onErrorResume(ApiException.class, failure -> near.insteadOf(failure, request, symbols));
    }

    private Mono<ServerResponse> storedPrices(ServerRequest request, List<String> symbols, long maxAge) {
        boolean own = ReadAnswers.waitsForPosition(request);
        return answers.readAfter(request)
                .then(Mono.defer(() -> PartitionReads.all(symbols.stream().map(symbol -> read(symbol, maxAge, own)).toList())))
                .flatMap(read -> fresh(symbols, maxAge, read))
                .flatMap(read -> all(answers, request, read, clock.millis() + KeptFor.millis(request)))
                .onErrorMap(MissingException.class, missing -> told(request, missing));
    }

    /** Some prices as an array, as they are true at {@code atMillis}, with the age of the oldest. */
    static Mono<ServerResponse> all(ReadAnswers answers, ServerRequest request, List<Held<StoredPrice>> read, long atMillis) {
        answers.stamp(
                request, oldestOfEach(read), read.stream().mapToLong(held -> held.value().ageMillis(atMillis)).max().orElse(0));
        StringBuilder out = new StringBuilder(2 + 320 * read.size()).append('[');
        read.forEach(held -> held.value().appendJson(out.length() == 1 ? out : out.append(','), atMillis));
        return ReadAnswers.ok(out.append(']'));
    }

    /** What each venue said about the last price, and whether it counted. */
    Mono<ServerResponse> explain(ServerRequest request) {
        String symbol = Parameters.symbol(request);
        return near.explanation(request, symbol).switchIfEmpty(Mono.defer(() -> storedExplanation(request, symbol)));
    }

    private Mono<ServerResponse> storedExplanation(ServerRequest request, String symbol) {
        return answers.readAfter(request).then(Mono.defer(() -> reader.priceUpdate(partitions.prices(symbol), symbol))).flatMap(held -> {
            if (held.value().isEmpty()) {
                return missing(symbol, ANY_AGE, held).flatMap(_ -> Mono.<ServerResponse>error(noPrice(symbol)));
            }
            PriceUpdate update = parse(held.value().get());
            long now = clock.millis();
            answers.stamp(request, List.of(held), Math.max(0, now - update.getAsOfUs() / 1_000));
            return ReadAnswers.ok(PriceExplanation.json(update, now));
        }).onErrorMap(MissingException.class, missing -> told(request, missing));
    }

    /** @param own whether a read that somebody else has begun is not good enough */
    private Mono<Held<StoredPrice>> read(String symbol, long maxAge, boolean own) {
        Optional<Held<StoredPrice>> known = own ? Optional.empty() : near.last(symbol);
        if (known.isPresent()) {
            // Redis may not have been told of it yet, and then would know nothing better.
            return found(symbol, maxAge, known.get());
        }
        return reader.price(partitions.prices(symbol), symbol).flatMap(held -> {
            Optional<StoredPrice> stored = held.value().map(StoredPrice::parse);
            return stored.isEmpty() ? missing(symbol, maxAge, held) : found(symbol, maxAge, held.map(_ -> stored.get()));
        });
    }

    private Mono<Held<StoredPrice>> found(String symbol, long maxAge, Held<StoredPrice> held) {
        StoredPrice price = held.value();
        long now = clock.millis();
        counts.read(symbol, now);
        if (!isFresh(held, maxAge, now)) {
            return fresh(symbol, maxAge, held);
        }
        if (price.isStale(now)) {
            refreshes.ask(symbol, price.sequence(), held);
        }
        return Mono.just(held);
    }

    private static boolean isFresh(Held<StoredPrice> held, long maxAge, long nowMillis) {
        return maxAge == ANY_AGE || held.value().ageMillis(nowMillis) <= maxAge;
    }

    /** The price if it is no older than {@code maxAge} now, else the first that is; the newest there is when the time is over. */
    private Mono<Held<StoredPrice>> fresh(String symbol, long maxAge, Held<StoredPrice> held) {
        return Mono.deferContextual(reader -> isFresh(held, maxAge, clock.millis()) || refreshes.isOver(reader)
                ? Mono.just(held)
                : refreshes.newer(symbol, held.value().sequence(), held, maxAge)
                        .flatMap(newer -> fresh(symbol, maxAge, newer.orElse(held))));
    }

    /** As the other, for all of them: a price that came first may have grown too old while the last one was waited for. */
    private Mono<List<Held<StoredPrice>>> fresh(List<String> symbols, long maxAge, List<Held<StoredPrice>> read) {
        return Mono.deferContextual(reader -> {
            long now = clock.millis();
            if (read.stream().allMatch(held -> isFresh(held, maxAge, now)) || refreshes.isOver(reader)) {
                return Mono.just(read);
            }
            return PartitionReads.all(IntStream.range(0, read.size())
                    .mapToObj(i -> fresh(symbols.get(i), maxAge, read.get(i))).toList())
                    .flatMap(newer -> fresh(symbols, maxAge, newer));
        });
    }

    /** No price: either nobody knows the symbol, or nobody has said yet what it is worth. Never an invented number. */
    private Mono<Held<StoredPrice>> missing(String symbol, long maxAge, Held<?> read) {
        return reader.instrument(partitions.orders(symbol), symbol).flatMap(instrument -> {
            if (instrument.value().isEmpty()) {
                return Mono.error(new MissingException(Parameters.unknownSymbol(symbol), read));
            }
            if (maxAge == ANY_AGE) {
                refreshes.ask(symbol, 0, read);
                return Mono.error(new MissingException(noPrice(symbol), read));
            }
            return refreshes.newer(symbol, 0, read, maxAge).flatMap(
                    newer -> fresh(symbol, maxAge, newer.orElseThrow(() -> new MissingException(noPrice(symbol), read))));
        });
    }

    /** No price of one symbol. Others of the request may be read at the same moment, on other threads: its answer is not touched yet. */
    private static final class MissingException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient ApiException problem;
        private final transient Held<?> read;

        private MissingException(ApiException problem, Held<?> read) {
            super(problem.getMessage(), null, false, false);
            this.problem = problem;
            this.read = read;
        }
    }

    private ApiException told(ServerRequest request, MissingException missing) {
        answers.stamp(request, List.of(missing.read));
        return missing.problem;
    }

    private static ApiException noPrice(String symbol) {
        return new ApiException(Problem.inField(ErrorCode.NO_PRICE, "symbol", "no venue has given a price of " + symbol + " to trust yet")
                .withRetryAfter(RETRY_AFTER));
    }

    private static long maxAge(ServerRequest request) {
        return Parameters.number(request, "maxAgeMs", ANY_AGE, 0, MAX_AGE_LIMIT);
    }

    /** A partition that was read more than once is stated at the least of its positions. */
    private static List<Held<StoredPrice>> oldestOfEach(List<Held<StoredPrice>> read) {
        return List.copyOf(read.stream().collect(Collectors.toMap(
                Held::partition, held -> held, (a, b) -> a.position().next() <= b.position().next() ? a : b, LinkedHashMap::new))
                .values());
    }

    private static PriceUpdate parse(byte[] value) {
        try {
            return PriceUpdate.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the view holds a price that was readable when it was projected", e);
        }
    }
}
