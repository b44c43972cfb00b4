// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.opentelemetry.api.trace.SpanKind;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.trace.Tracing;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshSelection;
import io.outcry.price.domain.RefreshSelection.Chosen;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.venue.GuardedVenue;
import io.outcry.price.venue.Venues;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a batch of requests into at most one question to each venue. Several batches may be under way at once; a symbol is in one of them
 * at most.
 */
public final class PriceRefresher {

    private static final Logger LOG = LoggerFactory.getLogger(PriceRefresher.class);
    private static final String ROUND = "refresh prices";
    private static final long PARTS_OF_INTERVAL = 20;
    private static final long LEAST_PATIENT_MILLIS = 250;
    private static final long MOST_PATIENT_MILLIS = 3_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    /** Who waits for a price does not wait for what a venue pushed within this time. */
    private static final long NEW_ENOUGH_MICROS = 1_000_000;

    private final Venues venues;
    private final Pricing pricing;
    private final IndexBoard indices;
    private final Function<String, @Nullable PricedInstrument> instruments;
    private final TierIntervals intervals;
    private final Refreshed whenRefreshed;
    private final InstantSource clock;
    private final PriceMetrics metrics;
    private final Tracing tracing;
    private final Map<String, Long> lastRefreshMicros = new ConcurrentHashMap<>();
    private final Map<String, Chosen> inFlight = new HashMap<>();
    /** Of those in flight the ones that somebody has begun to wait for since, and when that was. */
    private final Map<String, Long> wantedNanos = new HashMap<>();

    /** Is told of refreshes. */
    public interface Refreshed {

        /**
         * The symbol's price is durable, or the last one still stands.
         *
         * @param complete whether every venue that lists it had its say
         */
        void refreshed(String symbol, boolean complete);
    }

    /**
     * @param instruments what is priced, in the tier it is in now; null for an unknown symbol
     * @param whenRefreshed must not block
     */
    public PriceRefresher(
            Venues venues,
            Pricing pricing,
            IndexBoard indices,
            Function<String, @Nullable PricedInstrument> instruments,
            TierIntervals intervals,
            Refreshed whenRefreshed,
            InstantSource clock,
            PriceMetrics metrics,
            Tracing tracing) {
        this.venues = venues;
        this.pricing = pricing;
        this.indices = indices;
        this.instruments = instruments;
        this.intervals = intervals;
        this.whenRefreshed = whenRefreshed;
        this.clock = clock;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * Serves the requests and returns when their symbols are priced: as soon as every venue has answered, or after a twentieth of the
     * symbol's interval. A venue that takes longer is heard when it answers; until then its last word stands.
     *
     * @throws InterruptedException if the service stops; nothing of the batch is published then
     */
    public void refresh(List<RefreshRequest> requests) throws InterruptedException {
        long startMicros = Micros.now(clock);
        RefreshSelection selection = choose(requests, startMicros);
        List<Chosen> chosen = new ArrayList<>(selection.chosen().values());
        try {
            selection.untold().values().forEach(pricing::again);
            if (!chosen.isEmpty()) {
                priceAll(chosen, startMicros, requests);
            }
        } finally {
            giveUp(chosen);
        }
    }

    /** As a part of the first request that is traced, or by chance as a trace of its own; null if it is not traced. */
    private @Nullable TracedSpan trace(List<RefreshRequest> requests, int symbols) {
        if (!tracing.isOn()) {
            return null;
        }
        String asked = requests.stream().map(RefreshRequest::trace).filter(Objects::nonNull).findFirst().orElse(null);
        TracedSpan span = asked == null
                ? tracing.begin(ROUND, SpanKind.INTERNAL, null)
                : tracing.follow(asked, ROUND, () -> 0);
        return span == null ? null : span.with("outcry.symbols", symbols);
    }

    private synchronized RefreshSelection choose(List<RefreshRequest> requests, long nowMicros) {
        RefreshSelection selection = RefreshSelection.of(
                requests, instruments, symbol -> lastRefreshMicros.getOrDefault(symbol, 0L), inFlight::containsKey, intervals, nowMicros);
        selection.fates().forEach(metrics::commands);
        requests.stream().filter(request -> request.origin() == RefreshRequest.Origin.REQUEST && inFlight.containsKey(request.symbol()))
                .forEach(request -> wantedNanos.putIfAbsent(request.symbol(), System.nanoTime()));
        inFlight.putAll(selection.chosen());
        return selection;
    }

    /** The answers are there, so whoever asks from now on asks anew; whether somebody waits for them. */
    private synchronized boolean land(Chosen chosen) {
        inFlight.remove(chosen.instrument().symbol());
        return wantedNanos.remove(chosen.instrument().symbol()) != null || chosen.awaited();
    }

    /** Those that have not landed never will: the service stops. */
    @SuppressWarnings("ReferenceEquality")
    private synchronized void giveUp(List<Chosen> chosen) {
        chosen.stream().filter(one -> inFlight.get(one.instrument().symbol()) == one).forEach(this::land);
    }

    private void priceAll(List<Chosen> chosen, long startMicros, List<RefreshRequest> requests) throws InterruptedException {
        TracedSpan traced = trace(requests, chosen.size());
        try {
            priceAll(chosen, startMicros, traced);
        } finally {
            if (traced != null) {
                traced.end();
            }
        }
    }

    private void priceAll(List<Chosen> chosen, long startMicros, @Nullable TracedSpan traced) throws InterruptedException {
        Map<String, CompletableFuture<Map<String, VenueReply>>> rounds = askAll(chosen, startMicros, traced);
        CompletableFuture<Void> whole = CompletableFuture.allOf(rounds.values().toArray(CompletableFuture[]::new));
        long startNanos = System.nanoTime();
        // An index first: what is converted at it comes with the same answers. Before waiting: a late venue goes through the same list.
        List<Chosen> waiting = new ArrayList<>(chosen);
        waiting.sort(Comparator.comparing((Chosen one) -> !indices.isIndex(one.instrument().symbol())));
        while (!waiting.isEmpty()) {
            boolean all = await(whole, leftNanos(waiting, startNanos));
            List<Chosen> due = waiting.stream().filter(one -> all || leftNanos(List.of(one), startNanos) <= 0).toList();
            if (!due.isEmpty()) {
                Map<String, Map<String, VenueReply>> replies = new HashMap<>();
                rounds.forEach((venue, round) -> replies.put(venue, round.getNow(Map.of())));
                due.forEach(one -> price(one, replies, startMicros));
                // Not before: a symbol that has not been priced yet hears nobody.
                rounds.forEach((venue, round) -> {
                    if (replies.getOrDefault(venue, Map.of()).isEmpty()) {
                        round.thenAccept(late -> due.forEach(one -> heardLate(one, venue, late, startMicros)));
                    }
                });
                waiting.removeAll(due);
            }
        }
    }

    private Map<String, CompletableFuture<Map<String, VenueReply>>> askAll(
            List<Chosen> chosen, long startMicros, @Nullable TracedSpan traced) {
        List<PricedInstrument> asked = chosen.stream().map(Chosen::instrument).toList();
        Map<String, Long> notBefore = new HashMap<>();
        chosen.stream().filter(Chosen::awaited).forEach(one -> notBefore.put(one.instrument().symbol(), startMicros - NEW_ENOUGH_MICROS));
        Map<String, CompletableFuture<Map<String, VenueReply>>> rounds = new TreeMap<>();
        for (GuardedVenue venue : venues.all()) {
            CompletableFuture<Map<String, VenueReply>> round = new CompletableFuture<>();
            rounds.put(venue.name(), round);
            venues.executor().execute(() -> askTraced(venue, asked, notBefore, round, traced));
        }
        return rounds;
    }

    /** Waits until every venue has answered, or for so long, but looks up now and then: somebody may have begun to wait meanwhile. */
    private static boolean await(CompletableFuture<Void> whole, long nanos) throws InterruptedException {
        try {
            whole.get(Math.clamp(nanos, 0, LOOK_NANOS), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a round of a venue never fails", e.getCause());
        }
    }

    /** How much longer the most impatient of them waits. */
    private synchronized long leftNanos(List<Chosen> waiting, long startNanos) {
        long now = System.nanoTime();
        long left = Long.MAX_VALUE;
        for (Chosen one : waiting) {
            left = Math.min(left, startNanos - now + TimeUnit.MILLISECONDS.toNanos(patienceMillis(one)));
            Long since = wantedNanos.get(one.instrument().symbol());
            if (since != null) {
                left = Math.min(left, since - now + TimeUnit.MILLISECONDS.toNanos(LEAST_PATIENT_MILLIS));
            }
        }
        return left;
    }

    /** A venue that answers late ends its span then, though the round has ended before. */
    private static void askTraced(
            GuardedVenue venue,
            List<PricedInstrument> asked,
            Map<String, Long> notBefore,
            CompletableFuture<Map<String, VenueReply>> round,
            @Nullable TracedSpan traced) {
        if (traced != null) {
            TracedSpan span = traced.begin("ask " + venue.name(), SpanKind.CLIENT).with("outcry.symbols", asked.size());
            round.whenComplete((replies, failure) -> {
                if (failure != null) {
                    span.failed(failure.toString());
                } else {
                    replies.values().stream().filter(VenueReply.Unavailable.class::isInstance).findFirst()
                            .ifPresent(reply -> span.failed(reply.toString()));
                }
                span.end();
            });
        }
        ask(venue, asked, notBefore, round);
    }

    private static void ask(
            GuardedVenue venue,
            List<PricedInstrument> asked,
            Map<String, Long> notBefore,
            CompletableFuture<Map<String, VenueReply>> round) {
        try {
            round.complete(venue.ask(asked, notBefore));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            round.complete(Map.of());
        } catch (RuntimeException e) {
            // A client of one's own that throws: thrown on, the symbols would get no price from any other venue either.
            LOG.atError().addKeyValue("venue", venue.name()).setCause(e).log("a venue could not be asked, this round goes without it");
            round.complete(unavailable(asked));
        }
    }

    private static Map<String, VenueReply> unavailable(List<PricedInstrument> asked) {
        return asked.stream().collect(Collectors.toMap(PricedInstrument::symbol, _ -> new VenueReply.Unavailable("could not be asked")));
    }

    private void heardLate(Chosen chosen, String venue, Map<String, VenueReply> replies, long startMicros) {
        VenueReply reply = replies.get(chosen.instrument().symbol());
        if (reply != null) {
            pricing.late(chosen.instrument(), venue, reply, startMicros, chosen.awaited());
        }
    }

    private long patienceMillis(Chosen chosen) {
        long ofTier = chosen.awaited() ? 0 : intervals.millis(chosen.instrument().tier()) / PARTS_OF_INTERVAL;
        return Math.clamp(ofTier, LEAST_PATIENT_MILLIS, MOST_PATIENT_MILLIS);
    }

    private void price(Chosen chosen, Map<String, Map<String, VenueReply>> byVenue, long startMicros) {
        PricedInstrument instrument = chosen.instrument();
        Map<String, VenueReply> replies = new HashMap<>();
        byVenue.forEach((venue, bySymbol) -> {
            VenueReply reply = bySymbol.get(instrument.symbol());
            if (reply != null) {
                replies.put(venue, reply);
            }
        });
        pricing.polled(instrument, byVenue.keySet(), replies, land(chosen), aggregation -> {
            lastRefreshMicros.put(instrument.symbol(), startMicros);
            whenRefreshed.refreshed(instrument.symbol(), aggregation.complete());
            metrics.refreshed(instrument.tier(), Micros.now(clock) - chosen.requestedMicros());
        });
    }
}
