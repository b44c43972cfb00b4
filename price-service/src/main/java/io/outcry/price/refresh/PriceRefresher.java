// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns a batch of requests into at most one question to each venue. Several batches may be under way at once; a symbol is in one of them
 * at most.
 */
public final class PriceRefresher {

    private final Venues venues;
    private final Pricing pricing;
    private final IndexBoard indices;
    private final Function<String, @Nullable PricedInstrument> instruments;
    private final TierIntervals intervals;
    private final Consumer<String> whenRefreshed;
    private final InstantSource clock;
    private final PriceMetrics metrics;
    private final Map<String, Long> lastRefreshMicros = new ConcurrentHashMap<>();
    private final Set<String> inFlight = ConcurrentHashMap.newKeySet();

    /**
     * @param instruments what is priced, in the tier it is in now; null for an unknown symbol
     * @param whenRefreshed told each symbol whose price is durable, or still stands; must not block
     */
    public PriceRefresher(
            Venues venues,
            Pricing pricing,
            IndexBoard indices,
            Function<String, @Nullable PricedInstrument> instruments,
            TierIntervals intervals,
            Consumer<String> whenRefreshed,
            InstantSource clock,
            PriceMetrics metrics) {
        this.venues = venues;
        this.pricing = pricing;
        this.indices = indices;
        this.instruments = instruments;
        this.intervals = intervals;
        this.whenRefreshed = whenRefreshed;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Serves the requests and returns when every venue has answered or run out of time.
     *
     * @throws InterruptedException if the service stops; nothing of the batch is published then
     */
    public void refresh(List<RefreshRequest> requests) throws InterruptedException {
        long startMicros = Micros.now(clock);
        List<Chosen> chosen = choose(requests, startMicros);
        try {
            if (!chosen.isEmpty()) {
                Map<String, Map<String, VenueReply>> replies = askAll(chosen.stream().map(Chosen::instrument).toList());
                // An index first: what is converted at it comes with the same answers.
                chosen.sort(Comparator.comparing((Chosen one) -> !indices.isIndex(one.instrument().symbol())));
                chosen.forEach(one -> price(one, replies, startMicros));
            }
        } finally {
            chosen.forEach(one -> inFlight.remove(one.instrument().symbol()));
        }
    }

    private synchronized List<Chosen> choose(List<RefreshRequest> requests, long nowMicros) {
        RefreshSelection selection = RefreshSelection.of(
                requests, instruments, symbol -> lastRefreshMicros.getOrDefault(symbol, 0L), inFlight::contains, intervals, nowMicros);
        selection.fates().forEach(metrics::commands);
        inFlight.addAll(selection.chosen().keySet());
        return new ArrayList<>(selection.chosen().values());
    }

    private Map<String, Map<String, VenueReply>> askAll(List<PricedInstrument> asked) throws InterruptedException {
        Map<String, Future<Map<String, VenueReply>>> rounds = new TreeMap<>();
        try {
            for (GuardedVenue venue : venues.all()) {
                rounds.put(venue.name(), venues.executor().submit(() -> venue.ask(asked)));
            }
            Map<String, Map<String, VenueReply>> replies = new HashMap<>();
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

    private void price(Chosen chosen, Map<String, Map<String, VenueReply>> byVenue, long startMicros) {
        PricedInstrument instrument = chosen.instrument();
        Map<String, VenueReply> replies = new HashMap<>();
        byVenue.forEach((venue, bySymbol) -> replies.put(
                venue, bySymbol.getOrDefault(instrument.symbol(), new VenueReply.Unusable("missing in the answer"))));
        pricing.polled(instrument, replies, chosen.awaited(), () -> {
            lastRefreshMicros.put(instrument.symbol(), startMicros);
            whenRefreshed.accept(instrument.symbol());
            metrics.refreshed(instrument.tier(), Micros.now(clock) - chosen.requestedMicros());
        });
    }
}
