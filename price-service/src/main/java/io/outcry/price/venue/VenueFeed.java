// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.venue.LatestQuotes.Fate;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one venue pushes. Whoever asks for a symbol subscribes to it, as far as the venue permits; who does not ask for a quarter of an
 * hour unsubscribes. A single thread keeps the connections; messages are read on the threads they arrive on.
 */
final class VenueFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(VenueFeed.class);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long FORGET_MICROS = 900_000_000;

    private final String venue;
    private final FeedDialect dialect;
    private final UnlistedSymbols unlisted;
    private final Supplier<Predicate<PricedInstrument>> listing;
    private final VenueMetrics metrics;
    private final InstantSource clock;
    private final PushListener listener;
    private final HttpClient http;
    private final LatestQuotes quotes;
    private final List<FeedConnection> connections = new ArrayList<>();
    private final Map<String, Interest> interests = new ConcurrentHashMap<>();
    /** More than one where the venue has one name for what we have two of: BTC-USD and BTC-USDT are both BTCUSDT at Binance. */
    private final Map<String, List<PricedInstrument>> byVenueSymbol = new ConcurrentHashMap<>();
    private final ScheduledExecutorService keeper;
    /** The one that {@link #interests} were last held against. */
    private Predicate<PricedInstrument> listed;

    /** Somebody's interest in a symbol; the keeper gives it a connection. */
    private static final class Interest {
        final PricedInstrument instrument;
        volatile long askedMicros;
        volatile @Nullable FeedConnection connection;

        Interest(PricedInstrument instrument, long askedMicros) {
            this.instrument = instrument;
            this.askedMicros = askedMicros;
        }
    }

    /**
     * @param timeout of opening a connection and of sending on it
     * @param listing what the venue trades, another one each time that is learnt anew
     */
    VenueFeed(
            String venue,
            FeedDialect dialect,
            URI socketUrl,
            Duration timeout,
            CircuitBreaker breaker,
            ExecutorService executor,
            UnlistedSymbols unlisted,
            Supplier<Predicate<PricedInstrument>> listing,
            VenueMetrics metrics,
            InstantSource clock,
            PushListener listener) {
        this.venue = venue;
        this.dialect = dialect;
        this.unlisted = unlisted;
        this.listing = listing;
        this.listed = listing.get();
        this.metrics = metrics;
        this.clock = clock;
        this.listener = listener;
        this.quotes = new LatestQuotes(dialect);
        this.keeper = Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("feed-" + venue).factory());
        this.http = HttpClient.newBuilder().connectTimeout(timeout).executor(executor).build();
        URI uri = URI.create(socketUrl.toString().replaceAll("/+$", "") + dialect.path());
        for (int i = 0; i < dialect.limits().connections(); i++) {
            connections.add(new FeedConnection(
                    dialect, uri, http, timeout, breaker, clock, this::received, () -> count("oversize")));
        }
        keeper.scheduleWithFixedDelay(this::keep, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The quotes that can be relied on without asking. Subscribes to the rest. */
    Map<String, Quote> certain(List<PricedInstrument> instruments) {
        long now = Micros.now(clock);
        Map<String, Quote> certain = new HashMap<>();
        for (PricedInstrument instrument : instruments) {
            Interest interest = interest(instrument, now);
            FeedConnection connection = interest == null ? null : interest.connection;
            if (connection != null) {
                long lastMessage = connection.lastMessageMicros();
                if (now - lastMessage <= 1_000 * dialect.limits().silence().toMillis()) {
                    quotes.certain(instrument, connection.openedMicros(), lastMessage, now)
                            .ifPresent(quote -> certain.put(instrument.symbol(), quote));
                }
            }
        }
        metrics.feedQuotes(venue, certain.size());
        return certain;
    }

    /** The newest quote however old; nothing if it is not to be relied on, or the socket that it came on is gone: nobody stands by it. */
    Optional<Quote> last(PricedInstrument instrument) {
        Interest interest = interests.get(instrument.symbol());
        FeedConnection connection = interest == null ? null : interest.connection;
        return connection == null || !connection.isOpen()
                ? Optional.empty()
                : quotes.last(instrument).filter(quote -> quote.receivedMicros() >= connection.openedMicros());
    }

    private @Nullable Interest interest(PricedInstrument instrument, long nowMicros) {
        Interest known = interests.get(instrument.symbol());
        if (known != null && known.instrument.equals(instrument)) {
            known.askedMicros = nowMicros;
            return known;
        }
        boolean room = interests.size() < dialect.limits().connections() * dialect.limits().symbolsPerConnection();
        if (known == null && room && dialect.carries(instrument) && !unlisted.contains(instrument.symbol())) {
            interests.putIfAbsent(instrument.symbol(), new Interest(instrument, nowMicros));
        } else if (known != null) {
            // Another tier or scale than the subscription's: the keeper ends that one, the next who asks begins the new one.
            known.askedMicros = Long.MIN_VALUE / 2;
        }
        return null;
    }

    private void keep() {
        try {
            long now = Micros.now(clock);
            heedListing();
            interests.values().forEach(interest -> assign(interest, now));
            for (FeedConnection connection : connections) {
                connection.keep(now);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Thrown on, it would be the last look, and only REST would be left.
            LOG.atError().addKeyValue("venue", venue).setCause(e)
                    .log("the sockets of a venue could not be checked, the next check is soon");
        }
    }

    /** What was subscribed before the venue told what it trades, or was taken from its list since, would be pushed on. */
    private void heedListing() {
        Predicate<PricedInstrument> newest = listing.get();
        if (newest != listed) {
            listed = newest;
            interests.values().stream().filter(interest -> !listed.test(interest.instrument)).forEach(this::drop);
        }
    }

    private void assign(Interest interest, long nowMicros) {
        boolean unassigned = interest.connection == null;
        if (nowMicros - interest.askedMicros > FORGET_MICROS || unlisted.contains(interest.instrument.symbol())
                || unassigned && !listed.test(interest.instrument)) {
            drop(interest);
        } else if (unassigned) {
            String venueSymbol = dialect.venueSymbol(interest.instrument);
            Optional<FeedConnection> found = connections.stream().filter(one -> one.wants(venueSymbol)).findFirst()
                    .or(() -> connections.stream().filter(one -> one.size() < dialect.limits().symbolsPerConnection()).findFirst());
            found.ifPresent(connection -> {
                byVenueSymbol.merge(venueSymbol, List.of(interest.instrument), VenueFeed::both);
                connection.want(interest.instrument);
                interest.connection = connection;
            });
        }
    }

    /** The venue is told when nobody is left who wants what has this name there. */
    private void drop(Interest interest) {
        String venueSymbol = dialect.venueSymbol(interest.instrument);
        interests.remove(interest.instrument.symbol());
        quotes.forget(interest.instrument.symbol());
        List<PricedInstrument> left = byVenueSymbol.computeIfPresent(venueSymbol, (any, all) -> without(all, interest.instrument));
        FeedConnection connection = interest.connection;
        if (left == null && connection != null) {
            connection.unwant(venueSymbol);
        }
    }

    private static List<PricedInstrument> both(List<PricedInstrument> some, List<PricedInstrument> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Null for none. */
    private static @Nullable List<PricedInstrument> without(List<PricedInstrument> all, PricedInstrument gone) {
        List<PricedInstrument> left = all.stream().filter(one -> !one.equals(gone)).toList();
        return left.isEmpty() ? null : left;
    }

    private boolean received(String text) {
        try {
            for (FeedEvent event : dialect.read(VenueJson.read(text, "a message"))) {
                apply(event, Micros.now(clock));
            }
            return true;
        } catch (VenueException e) {
            count("malformed");
            return false;
        }
    }

    private void apply(FeedEvent event, long nowMicros) {
        switch (event) {
            case FeedEvent.Ticker ticker -> instruments(ticker.venueSymbol()).forEach(instrument -> apply(instrument, ticker, nowMicros));
            case FeedEvent.SymbolAlive alive ->
                instruments(alive.venueSymbol()).forEach(instrument -> count(quotes.alive(instrument, alive, nowMicros)));
            case FeedEvent.NotListed(String venueSymbol) -> {
                for (PricedInstrument instrument : byVenueSymbol.getOrDefault(venueSymbol, List.of())) {
                    unlisted.add(instrument.symbol());
                    connections.forEach(FeedConnection::somethingWasRefused);
                }
                count("not_listed");
            }
            case FeedEvent.Leaving() -> {
                count("leaving");
                connections.forEach(FeedConnection::leaveSoon);
            }
            case FeedEvent.Complaint(String complaint) -> {
                count("complaint");
                LOG.atDebug().addKeyValue("venue", venue).addKeyValue("complaint", complaint).log("a venue complains on its socket");
            }
            case FeedEvent.Alive() -> count("heartbeat");
        }
    }

    private List<PricedInstrument> instruments(String venueSymbol) {
        List<PricedInstrument> found = byVenueSymbol.getOrDefault(venueSymbol, List.of());
        if (found.isEmpty()) {
            count(Fate.UNKNOWN_SYMBOL);
        }
        return found;
    }

    private void apply(PricedInstrument instrument, FeedEvent.Ticker ticker, long nowMicros) {
        Fate fate = quotes.ticker(instrument, ticker, nowMicros);
        count(fate);
        Interest interest = interests.get(instrument.symbol());
        FeedConnection connection = interest == null ? null : interest.connection;
        if (connection != null) {
            connection.heardOf(ticker.venueSymbol());
        }
        if (fate == Fate.ACCEPTED) {
            quotes.last(instrument).ifPresent(quote -> tell(instrument, quote));
        }
    }

    private void tell(PricedInstrument instrument, Quote quote) {
        try {
            listener.pushed(venue, instrument, quote);
        } catch (RuntimeException e) {
            // Thrown on, it would end the socket of all the others, too.
            LOG.atError().addKeyValue("venue", venue).addKeyValue("symbol", instrument.symbol()).setCause(e)
                    .log("a quote that a venue pushed was not taken, the next comes by itself");
        }
    }

    private void count(Fate fate) {
        count(fate.name().toLowerCase(Locale.ROOT));
    }

    private void count(String fate) {
        metrics.feedMessage(venue, fate);
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        connections.forEach(FeedConnection::close);
        http.shutdownNow();
    }
}
