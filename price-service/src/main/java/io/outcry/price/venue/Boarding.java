// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * The symbols that wait for a call to their venue: each once, however many asked, the hotter tier first. While a call waits for its
 * budget more symbols board it, so a venue that permits one call a second gets one full call a second.
 */
final class Boarding {

    /** More are refused. Every symbol waits once, so this is a number of symbols. */
    static final int MAX_WAITING = 20_000;

    private final Map<RefreshTier, Map<String, Passenger>> waiting = new EnumMap<>(RefreshTier.class);
    private final Map<String, Passenger> underWay = new HashMap<>();

    /**
     * A symbol whose quote somebody waits for.
     *
     * @param untilNanos nobody waits longer, by {@link System#nanoTime}
     */
    record Passenger(PricedInstrument instrument, CompletableFuture<VenueReply> reply, long untilNanos) {}

    /** Joins whoever already waits for the symbol, or boards it. When too many wait the reply is there at once, and says so. */
    synchronized CompletableFuture<VenueReply> board(PricedInstrument instrument, long untilNanos) {
        String symbol = instrument.symbol();
        for (Map<String, Passenger> tier : waiting.values()) {
            Passenger found = tier.get(symbol);
            if (found != null) {
                Passenger longer = new Passenger(instrument, found.reply(), Math.max(untilNanos, found.untilNanos()));
                tier.put(symbol, longer);
                return longer.reply();
            }
        }
        Passenger flying = underWay.get(symbol);
        if (flying != null) {
            return flying.reply();
        }
        Passenger passenger = new Passenger(instrument, new CompletableFuture<>(), untilNanos);
        if (size() >= MAX_WAITING) {
            passenger.reply().complete(new VenueReply.Unavailable("too many symbols wait for this venue"));
        } else {
            waiting.computeIfAbsent(instrument.tier(), any -> new LinkedHashMap<>()).put(symbol, passenger);
        }
        return passenger.reply();
    }

    synchronized int size() {
        return waiting.values().stream().mapToInt(Map::size).sum();
    }

    /** Those who would go next, without taking them. */
    synchronized List<PricedInstrument> next(int most) {
        return waiting.values().stream()
                .flatMap(tier -> tier.values().stream())
                .limit(most)
                .map(Passenger::instrument)
                .toList();
    }

    /** Takes the next; those for whom nobody waits any more are dropped. */
    synchronized List<Passenger> take(int most, long nowNanos) {
        List<Passenger> taken = new ArrayList<>();
        for (Map<String, Passenger> tier : waiting.values()) {
            var passengers = tier.values().iterator();
            while (passengers.hasNext() && taken.size() < most) {
                Passenger passenger = passengers.next();
                passengers.remove();
                if (nowNanos - passenger.untilNanos() > 0) {
                    passenger.reply().complete(new VenueReply.Unavailable("no time left to ask"));
                } else {
                    taken.add(passenger);
                    underWay.put(passenger.instrument().symbol(), passenger);
                }
            }
        }
        return taken;
    }

    /** Somebody else brought the answer: who still waits need not go. Who is under way arrives by himself. */
    void fulfil(String symbol, VenueReply reply) {
        Passenger found = null;
        synchronized (this) {
            for (Map<String, Passenger> tier : waiting.values()) {
                Passenger removed = tier.remove(symbol);
                found = removed == null ? found : removed;
            }
        }
        if (found != null) {
            found.reply().complete(reply);
        }
    }

    /** The passengers have arrived; what the venue did not say is unavailable. */
    void arrived(List<Passenger> passengers, Map<String, VenueReply> replies) {
        synchronized (this) {
            passengers.forEach(passenger -> underWay.remove(passenger.instrument().symbol()));
        }
        passengers.forEach(passenger -> passenger.reply().complete(replies.getOrDefault(
                passenger.instrument().symbol(), new VenueReply.Unavailable("asking for it failed"))));
    }

    /** Those whom the venue does not list need not go. */
    void dropUnlisted(Predicate<PricedInstrument> listed) {
        List<Passenger> dropped = new ArrayList<>();
        synchronized (this) {
            for (Map<String, Passenger> tier : waiting.values()) {
                tier.values().stream().filter(passenger -> !listed.test(passenger.instrument())).forEach(dropped::add);
                tier.values().removeAll(dropped);
            }
        }
        dropped.forEach(passenger -> passenger.reply().complete(new VenueReply.NotListed()));
    }

    /** Nobody will go now. */
    void turnAway(VenueReply reply) {
        List<Passenger> all = new ArrayList<>();
        synchronized (this) {
            for (Map<String, Passenger> tier : waiting.values()) {
                all.addAll(tier.values());
                tier.clear();
            }
        }
        all.forEach(passenger -> passenger.reply().complete(reply));
    }
}
