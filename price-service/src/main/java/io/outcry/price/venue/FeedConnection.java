// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a {@link VenueFeed}, kept open for as long as anybody wants something from it. Only the feed's keeper calls
 * {@link #keep}; everything that others see is volatile, or guarded by this.
 */
final class FeedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(FeedConnection.class);
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    /** A symbol of which nothing ever came is subscribed again after this. */
    private static final long RESUBSCRIBE_MICROS = 60_000_000;
    /** A connection that has lasted so long is a good one, though nothing was told of any symbol. */
    private static final long GOOD_AFTER_MICROS = TimeUnit.NANOSECONDS.toMicros(LONGEST_BACKOFF.toNanos());

    private final FeedDialect dialect;
    private final URI uri;
    private final HttpClient http;
    private final Duration timeout;
    private final CircuitBreaker breaker;
    private final InstantSource clock;
    private final Predicate<String> messages;
    private final Runnable oversize;
    /** By the venue's name what is wanted, and when it was subscribed; 0 for not yet. Guarded by this. */
    private final Map<String, Wanted> wanted = new LinkedHashMap<>();
    /** Subscribed, and not wanted any more. Guarded by this. */
    private final List<PricedInstrument> unwanted = new ArrayList<>();
    private volatile @Nullable FeedSocket socket;
    private volatile boolean leaving;
    /** Something was told of a symbol since it was opened. */
    private volatile boolean heard;
    private volatile long openedMicros;
    private volatile @Nullable WebSocket webSocket;
    /** The time of the last sign of life, and when a look saw it first. */
    private long signMicros;
    private long signSeenMicros;
    private boolean judged;
    /** In a row: attempts that failed, and good connections that ended soon. */
    private int failures;
    /** How many of these the last good one left. */
    private int brief;
    /** When the last connection or attempt ended, and how long it rests after that. */
    private long endedMicros;
    private long restMicros;
    /** When it last sent anything, and how long it says nothing after that. */
    private long sentMicros;
    private long pauseMicros;
    private long messageId;

    private static final class Wanted {
        final PricedInstrument instrument;
        long subscribedMicros;
        boolean heardOf;

        Wanted(PricedInstrument instrument) {
            this.instrument = instrument;
        }
    }

    FeedConnection(
            FeedDialect dialect,
            URI uri,
            HttpClient http,
            Duration timeout,
            CircuitBreaker breaker,
            InstantSource clock,
            Predicate<String> messages,
            Runnable oversize) {
        this.dialect = dialect;
        this.uri = uri;
        this.http = http;
        this.timeout = timeout;
        this.breaker = breaker;
        this.clock = clock;
        this.messages = messages;
        this.oversize = oversize;
    }

    synchronized int size() {
        return wanted.size();
    }

    synchronized boolean wants(String venueSymbol) {
        return wanted.containsKey(venueSymbol);
    }

    /** Takes the instrument on. One of a name that is wanted already shares its subscription, which is that of the hottest of them. */
    synchronized void want(PricedInstrument instrument) {
        String venueSymbol = dialect.venueSymbol(instrument);
        Wanted shared = wanted.get(venueSymbol);
        if (shared == null || instrument.tier().compareTo(shared.instrument.tier()) < 0) {
            unwant(venueSymbol);
            wanted.put(venueSymbol, new Wanted(instrument));
        }
    }

    /** Takes the venue's name off; what still comes of it is dropped. */
    synchronized void unwant(String venueSymbol) {
        Wanted gone = wanted.remove(venueSymbol);
        if (gone != null && gone.subscribedMicros > 0) {
            unwanted.add(gone.instrument);
        }
    }

    synchronized void heardOf(String venueSymbol) {
        heard = true;
        Wanted found = wanted.get(venueSymbol);
        if (found != null) {
            found.heardOf = true;
        }
    }

    /** The venue may have refused a whole message: what nothing came of is subscribed again. */
    synchronized void somethingWasRefused() {
        wanted.values().stream().filter(one -> !one.heardOf).forEach(one -> one.subscribedMicros = 0);
    }

    /** The venue said that it will close: better to go first. */
    void leaveSoon() {
        leaving = true;
    }

    boolean isOpen() {
        FeedSocket open = socket;
        return open != null && !open.isClosed();
    }

    /** When a message last came; long ago if it is not open. */
    long lastMessageMicros() {
        FeedSocket open = socket;
        return open == null || open.isClosed() ? Long.MIN_VALUE / 2 : open.lastMessageMicros();
    }

    /** When it was opened; of the last one if it is not open. */
    long openedMicros() {
        return openedMicros;
    }

    /** One look: opens, subscribes, closes as is due. */
    void keep(long nowMicros) throws InterruptedException {
        FeedSocket open = socket;
        if (open == null) {
            if (size() > 0 && isOver(endedMicros, restMicros, nowMicros) && breaker.tryAcquirePermission()) {
                connect(nowMicros);
            }
            return;
        }
        // Ahead of now it was before the clock was set back: all its times would last as long as that step was.
        openedMicros = Math.min(openedMicros, nowMicros);
        // Pings alone prove that somebody is there, and not that he has anything to tell.
        long lastMicros = judged ? open.lastFrameMicros() : Math.max(openedMicros, open.lastMessageMicros());
        if (lastMicros != signMicros || signSeenMicros > nowMicros) {
            signMicros = lastMicros;
            signSeenMicros = nowMicros;
        }
        boolean silent = nowMicros - signSeenMicros > TimeUnit.NANOSECONDS.toMicros(dialect.limits().silence().toNanos());
        // A greeting alone is no success: a venue in maintenance greets, too.
        if (!judged && (heard || open.hasReceived() && nowMicros - openedMicros > GOOD_AFTER_MICROS)) {
            judged = true;
            failures = brief;
            breaker.onSuccess(0, TimeUnit.NANOSECONDS);
            if (breaker.getState() != CircuitBreaker.State.CLOSED) {
                // It opened for others while this one was not judged yet, and nobody may be left to try.
                breaker.transitionToClosedState();
            }
        }
        if (open.isClosed() || silent || leaving || size() == 0) {
            drop(nowMicros);
        } else if (isOver(sentMicros, pauseMicros, nowMicros) && !unsubscribe(nowMicros)) {
            subscribe(nowMicros);
        }
    }

    private void connect(long nowMicros) throws InterruptedException {
        judged = false;
        leaving = false;
        heard = false;
        openedMicros = nowMicros;
        signMicros = nowMicros;
        signSeenMicros = nowMicros;
        FeedSocket listener = new FeedSocket(messages, oversize, this::ended, () -> Micros.now(clock));
        var opening = http.newWebSocketBuilder().connectTimeout(timeout).header("User-Agent", "outcry").buildAsync(uri, listener);
        try {
            webSocket = opening.get(timeout.toMillis() + 100, TimeUnit.MILLISECONDS);
            socket = listener;
            pauseMicros = 0;
            synchronized (this) {
                unwanted.clear();
                wanted.values().forEach(one -> {
                    one.subscribedMicros = 0;
                    one.heardOf = false;
                });
            }
            // At once: Coinbase cuts who has not subscribed within five seconds, and others may have to be connected first.
            subscribe(nowMicros);
        } catch (ExecutionException | TimeoutException e) {
            opening.cancel(true);
            failed(nowMicros, e.getCause() == null ? e : e.getCause());
        }
    }

    private void ended(String reason) {
        LOG.atInfo().addKeyValue("socket", uri.getHost()).addKeyValue("reason", printable(reason))
                .log("a venue's socket ended");
    }

    /** What a venue says goes to the log as one line: without any control character, or end of a line, of Unicode. */
    private static String printable(String said) {
        return said.substring(0, Math.min(said.length(), 100)).replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", " ");
    }

    private void drop(long nowMicros) {
        WebSocket dropped = webSocket;
        if (dropped != null) {
            dropped.abort();
        }
        webSocket = null;
        socket = null;
        endedMicros = nowMicros;
        if (judged) {
            restAfterGood(size() > 0 && nowMicros - openedMicros <= GOOD_AFTER_MICROS);
        } else if (size() == 0) {
            // Nobody wants anything of it any more, before it could show what it is worth.
            breaker.releasePermission();
            restMicros = backoffMicros();
        } else {
            failed(nowMicros, new VenueException("a socket on which nothing was told"));
        }
    }

    /** A venue that tells something and ends, again and again, would be connected to without a pause, and it bans who comes too often. */
    private void restAfterGood(boolean endedSoon) {
        if (!endedSoon) {
            failures = 0;
        }
        restMicros = leaving && failures == 0 ? 0 : backoffMicros();
        brief = endedSoon ? ++failures : 0;
    }

    private void failed(long nowMicros, Throwable cause) {
        judged = true;
        breaker.onError(0, TimeUnit.NANOSECONDS, cause);
        endedMicros = nowMicros;
        restMicros = backoffMicros();
        failures++;
    }

    /** As far ahead it is over, too: the clock was set back, and what waited for it would wait as long as that step was. */
    private static boolean isOver(long sinceMicros, long pauseMicros, long nowMicros) {
        return Math.abs(nowMicros - sinceMicros) >= pauseMicros;
    }

    /** Twice as long each time, with a fifth of chance. */
    private long backoffMicros() {
        long millis = Math.min(FIRST_BACKOFF.toMillis() << Math.min(failures, 10), LONGEST_BACKOFF.toMillis());
        return 1_000 * (millis * 4 / 5 + ThreadLocalRandom.current().nextLong(millis * 2 / 5));
    }

    /** Whether there was something to unsubscribe, which goes first: a symbol may be wanted again meanwhile. */
    private boolean unsubscribe(long nowMicros) {
        List<PricedInstrument> next;
        synchronized (this) {
            List<PricedInstrument> oldest = unwanted.subList(0, Math.min(unwanted.size(), dialect.limits().symbolsPerMessage()));
            next = List.copyOf(oldest);
            oldest.clear();
        }
        if (!next.isEmpty()) {
            send(dialect.unsubscribe(next, ++messageId), nowMicros);
        }
        return !next.isEmpty();
    }

    private void subscribe(long nowMicros) {
        List<PricedInstrument> next = new ArrayList<>();
        synchronized (this) {
            for (Wanted one : wanted.values()) {
                boolean due = one.subscribedMicros == 0 || !one.heardOf && isOver(one.subscribedMicros, RESUBSCRIBE_MICROS, nowMicros);
                if (due && next.size() < dialect.limits().symbolsPerMessage()) {
                    one.subscribedMicros = nowMicros;
                    next.add(one.instrument);
                }
            }
        }
        if (!next.isEmpty()) {
            send(dialect.subscribe(next, ++messageId), nowMicros);
        }
    }

    private void send(List<String> texts, long nowMicros) {
        WebSocket open = webSocket;
        if (open != null) {
            texts.forEach(text -> send(open, text));
            sentMicros = nowMicros;
            pauseMicros = texts.size() * TimeUnit.NANOSECONDS.toMicros(dialect.limits().betweenMessages().toNanos());
        }
    }

    private void send(WebSocket open, String message) {
        try {
            open.sendText(message, true).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | IllegalStateException e) {
            // The connection is broken, or will be found silent: the next look opens another.
            open.abort();
            leaving = true;
        }
    }

    void close() {
        WebSocket open = webSocket;
        if (open != null) {
            open.abort();
        }
    }
}
