// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * Answers for prices from the near-cache. One that is missing there, stale, or older than the reader will take is left to those who can ask
 * for a fresh one; but if Redis fails them, the last good price is the answer, with its age and status.
 */
final class NearPriceAnswers {

    private final NearMarket near;
    private final SymbolPartitions partitions;
    private final ReadAnswers answers;
    private final PriceReadCounts counts;
    private final Clock clock;
    private final EncodedPrice encoded = new EncodedPrice();

    NearPriceAnswers(NearMarket near, SymbolPartitions partitions, ReadAnswers answers, PriceReadCounts counts, Clock clock) {
        this.near = near;
        this.partitions = partitions;
        this.answers = answers;
        this.counts = counts;
        this.clock = clock;
    }

    /**
     * The price of one symbol; nothing if the near-cache has none that will do.
     *
     * @param maxAge in milliseconds, negative for any
     * @param stale whether a stale one will do
     */
    Mono<ServerResponse> one(ServerRequest request, String symbol, long maxAge, boolean stale) {
        Optional<Held<StoredPrice>> found = find(symbol, maxAge, stale);
        if (found.isEmpty() || !ReadAnswers.waitsForPosition(request)) {
            return found.map(held -> answer(request, symbol, held)).orElse(Mono.empty());
        }
        return answers.nearReadAfter(request)
                .then(Mono.defer(() -> find(symbol, maxAge, stale).map(held -> answer(request, symbol, held)).orElse(Mono.empty())));
    }

    /** The last price when the read model does not tell it; the failure itself if there is none, or it is another failure. */
    Mono<ServerResponse> insteadOf(ApiException failure, ServerRequest request, String symbol) {
        return isOfRedis(failure) ? one(request, symbol, -1, true).switchIfEmpty(Mono.error(failure)) : Mono.error(failure);
    }

    /** As the other, for the prices of all symbols. */
    Mono<ServerResponse> insteadOf(ApiException failure, ServerRequest request, List<String> symbols) {
        return isOfRedis(failure) ? all(request, symbols, -1, true).switchIfEmpty(Mono.error(failure)) : Mono.error(failure);
    }

    /** While Redis is away it is behind as well: what it does not hold in time may be here all the same. */
    private static boolean isOfRedis(ApiException failure) {
        ErrorCode code = failure.problem().code();
        return code == ErrorCode.VIEW_UNAVAILABLE || code == ErrorCode.POSITION_NOT_REACHED;
    }

    /** The prices of all symbols, if the near-cache has all of them and they will do; see {@link #one}. */
    Mono<ServerResponse> all(ServerRequest request, List<String> symbols, long maxAge, boolean stale) {
        if (findAll(symbols, maxAge, stale).isEmpty()) {
            return Mono.empty();
        }
        return answers.nearReadAfter(request).then(Mono.defer(() -> findAll(symbols, maxAge, stale).map(read -> {
            long now = clock.millis();
            symbols.forEach(symbol -> counts.read(symbol, now));
            return PriceHandler.all(answers, request, read, now + KeptFor.millis(request));
        }).orElse(Mono.empty())));
    }

    /** What each venue said about the last price; nothing if there is none here. */
    Mono<ServerResponse> explanation(ServerRequest request, String symbol) {
        if (near.whole(partitions.prices(symbol), symbol).isEmpty()) {
            return Mono.empty();
        }
        return answers.nearReadAfter(request).then(Mono.defer(() -> near.whole(partitions.prices(symbol), symbol).map(held -> {
            long now = clock.millis();
            answers.stamp(request, List.of(held), held.value().stored().ageMillis(now));
            return ReadAnswers.ok(PriceExplanation.json(held.value().update(), now));
        }).orElse(Mono.empty())));
    }

    private Optional<List<Held<StoredPrice>>> findAll(List<String> symbols, long maxAge, boolean stale) {
        List<Held<StoredPrice>> all = new ArrayList<>(symbols.size());
        for (String symbol : symbols) {
            Optional<Held<StoredPrice>> found = find(symbol, maxAge, stale);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            all.add(found.get());
        }
        return Optional.of(all);
    }

    /** The last price that the log told of, however old; nothing if it told of none, or the near-cache does not follow the log now. */
    Optional<Held<StoredPrice>> last(String symbol) {
        return near.price(partitions.prices(symbol), symbol);
    }

    private Optional<Held<StoredPrice>> find(String symbol, long maxAge, boolean stale) {
        long now = clock.millis();
        return near.price(partitions.prices(symbol), symbol).filter(held -> stale
                || !held.value().isStale(now) && (maxAge < 0 || held.value().ageMillis(now) <= maxAge));
    }

    private Mono<ServerResponse> answer(ServerRequest request, String symbol, Held<StoredPrice> held) {
        long now = clock.millis();
        counts.read(symbol, now);
        return encoded.answer(request, held, now + KeptFor.millis(request));
    }
}
