// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.PriceAggregator;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshSelection;
import io.outcry.price.domain.RefreshSelection.Chosen;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.GuardedVenue;
import io.outcry.price.venue.Micros;
import io.outcry.price.venue.Venues;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns a batch of requests into at most one question to each venue and at most one price for each symbol. */
public final class PriceRefresher {

    private final Venues venues;
    private final PricePublisher publisher;
    private final Function<String, @Nullable PricedInstrument> instruments;
    private final TierIntervals intervals;
    private final Consumer<String> whenRefreshed;
    private final InstantSource clock;
    private final RefreshMetrics metrics;
    private final Map<String, Long> lastRefreshMicros = new ConcurrentHashMap<>();

    /**
     * @param instruments the registry; null for an unknown symbol
     * @param whenRefreshed told each symbol whose new price is durable; must not block
     */
    public PriceRefresher(
            Venues venues,
            PricePublisher publisher,
            Function<String, @Nullable PricedInstrument> instruments,
            TierIntervals intervals,
            Consumer<String> whenRefreshed,
            InstantSource clock,
            MeterRegistry meters) {
        this.venues = venues;
        this.publisher = publisher;
        this.instruments = instruments;
        this.intervals = intervals;
        this.whenRefreshed = whenRefreshed;
        this.clock = clock;
        this.metrics = new RefreshMetrics(meters);
    }

    /**
     * Serves the requests and returns when every venue has answered or run out of time.
     *
     * @throws InterruptedException if the service stops; nothing of the batch is published then
     */
    public void refresh(List<RefreshRequest> requests) throws InterruptedException {
        long startMicros = Micros.now(clock);
        RefreshSelection selection = RefreshSelection.of(
                requests, instruments, symbol -> lastRefreshMicros.getOrDefault(symbol, 0L), intervals, startMicros);
        selection.fates().forEach(metrics::commands);
        if (selection.chosen().isEmpty()) {
            return;
        }
        List<PricedInstrument> asked = selection.chosen().values().stream().map(Chosen::instrument).toList();
        SortedMap<String, Map<String, VenueReply>> replies = askAll(asked);
        for (Chosen chosen : selection.chosen().values()) {
            aggregate(chosen, repliesFor(chosen.instrument().symbol(), replies), startMicros);
        }
    }

    private SortedMap<String, Map<String, VenueReply>> askAll(List<PricedInstrument> asked) throws InterruptedException {
        SortedMap<String, Future<Map<String, VenueReply>>> rounds = new TreeMap<>();
        try {
            for (GuardedVenue venue : venues.all()) {
                rounds.put(venue.name(), venues.executor().submit(() -> venue.ask(asked)));
            }
            SortedMap<String, Map<String, VenueReply>> replies = new TreeMap<>();
            for (var round : rounds.entrySet()) {
                replies.put(round.getKey(), round.getValue().get());
            }
            return replies;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a round of refreshing failed", e.getCause());
        } finally {
            rounds.values().forEach(round -> round.cancel(true));
        }
    }

    private static SortedMap<String, VenueReply> repliesFor(String symbol, SortedMap<String, Map<String, VenueReply>> byVenue) {
        SortedMap<String, VenueReply> replies = new TreeMap<>();
        byVenue.forEach((venue, bySymbol) -> replies.put(
                venue, bySymbol.getOrDefault(symbol, new VenueReply.Unusable("missing in the answer"))));
        return replies;
    }

    private void aggregate(Chosen chosen, SortedMap<String, VenueReply> replies, long startMicros) {
        PricedInstrument instrument = chosen.instrument();
        Aggregation aggregation =
                PriceAggregator.aggregate(replies, Micros.now(clock), intervals.staleAfterMicros(instrument.tier()));
        if (aggregation.price().isEmpty()) {
            metrics.untrusted(instrument.tier());
            return;
        }
        AggregatedPrice price = aggregation.price().get();
        publisher.publish(instrument, price, aggregation.replies(), () -> {
            lastRefreshMicros.put(instrument.symbol(), startMicros);
            whenRefreshed.accept(instrument.symbol());
            metrics.published(price.quality(), instrument.tier(), Micros.now(clock) - chosen.requestedMicros());
        });
    }
}
