// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PriceAggregator;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest quote of each symbol that a venue pushed, and how far it can be relied on. What goes back in time or comes from the future
 * is dropped and counted; after a few such in a row the symbol is not relied on until a good one comes. No clock: time is an argument.
 */
final class LatestQuotes {

    private static final int SUSPECT_AFTER = 3;
    private static final long CONNECTION_PROVES_FOR_MICROS = 60_000_000;

    private final FeedDialect dialect;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();

    /** What became of a message. */
    enum Fate {
        ACCEPTED, RENEWED, MISSED_TRADE, TIME_REVERSAL, FROM_THE_FUTURE, UNREADABLE, UNKNOWN_SYMBOL
    }

    /** All that is known of a symbol; guarded by itself. */
    private static final class Slot {
        @Nullable
        Quote quote;
        long tradeId;
        long provenMicros;
        int badInARow;
    }

    LatestQuotes(FeedDialect dialect) {
        this.dialect = dialect;
    }

    Fate ticker(PricedInstrument instrument, FeedEvent.Ticker ticker, long nowMicros) {
        Slot slot = slots.computeIfAbsent(instrument.symbol(), any -> new Slot());
        synchronized (slot) {
            Fate fate = judge(slot, ticker.exchangeMicros(), nowMicros);
            if (fate == Fate.ACCEPTED) {
                try {
                    slot.quote = quote(instrument, ticker, nowMicros);
                } catch (VenueException e) {
                    fate = Fate.UNREADABLE;
                }
            }
            if (fate == Fate.ACCEPTED) {
                slot.tradeId = ticker.tradeId();
                slot.provenMicros = nowMicros;
                slot.badInARow = 0;
            } else {
                slot.badInARow++;
            }
            return fate;
        }
    }

    private static Fate judge(Slot slot, long exchangeMicros, long nowMicros) {
        if (exchangeMicros - nowMicros > PriceAggregator.MAX_AHEAD_MICROS) {
            return Fate.FROM_THE_FUTURE;
        }
        Quote before = slot.quote;
        return before != null && exchangeMicros != 0 && exchangeMicros < before.exchangeMicros() ? Fate.TIME_REVERSAL : Fate.ACCEPTED;
    }

    private Quote quote(PricedInstrument instrument, FeedEvent.Ticker ticker, long nowMicros) throws VenueException {
        return new Quote(
                ExactPrice.bid(ticker.bid(), instrument.scale()),
                ExactPrice.ask(ticker.ask(), instrument.scale()),
                ExactPrice.last(ticker.last(), instrument.scale()),
                dialect.currency(instrument),
                ticker.exchangeMicros(),
                nowMicros,
                0,
                Transport.SOCKET);
    }

    /** A heartbeat: nothing has changed since that trade. If that is not the one we know, we have missed something. */
    Fate alive(PricedInstrument instrument, FeedEvent.SymbolAlive heartbeat, long nowMicros) {
        Slot slot = slots.get(instrument.symbol());
        if (slot == null) {
            return Fate.MISSED_TRADE;
        }
        synchronized (slot) {
            Quote quote = slot.quote;
            if (quote == null || slot.tradeId != heartbeat.tradeId()) {
                return Fate.MISSED_TRADE;
            }
            if (heartbeat.exchangeMicros() - nowMicros > PriceAggregator.MAX_AHEAD_MICROS) {
                return Fate.FROM_THE_FUTURE;
            }
            if (heartbeat.exchangeMicros() < quote.asOfMicros()) {
                return Fate.TIME_REVERSAL;
            }
            slot.quote = quote.renewedAt(heartbeat.exchangeMicros());
            slot.provenMicros = nowMicros;
            return Fate.RENEWED;
        }
    }

    /**
     * The quote, if it can be given without asking: it came, or was confirmed, a moment ago.
     *
     * @param openedMicros when its connection was opened; what was told before, the connection cannot confirm
     * @param connectionMicros when anything last came on it
     */
    Optional<Quote> certain(PricedInstrument instrument, long openedMicros, long connectionMicros, long nowMicros) {
        Slot slot = slots.get(instrument.symbol());
        if (slot == null) {
            return Optional.empty();
        }
        synchronized (slot) {
            Quote quote = slot.quote;
            if (quote == null || slot.badInARow >= SUSPECT_AFTER) {
                return Optional.empty();
            }
            if (isWithin(proofHoldsForMicros(instrument), slot.provenMicros, nowMicros)) {
                return Optional.of(quote);
            }
            boolean byConnection = dialect.limits().heartbeatIsForAll()
                    && slot.provenMicros >= openedMicros
                    && isWithin(proofHoldsForMicros(instrument), connectionMicros, nowMicros)
                    && isWithin(CONNECTION_PROVES_FOR_MICROS, slot.provenMicros, nowMicros);
            return byConnection ? Optional.of(quote.renewedAt(connectionMicros)) : Optional.empty();
        }
    }

    /** What was proven far ahead of now was so before the clock was set back, and how long before nobody knows. */
    private static boolean isWithin(long micros, long provenMicros, long nowMicros) {
        return Math.abs(nowMicros - provenMicros) <= micros;
    }

    /** The newest quote however old; nothing if it is not to be relied on. */
    Optional<Quote> last(PricedInstrument instrument) {
        Slot slot = slots.get(instrument.symbol());
        if (slot == null) {
            return Optional.empty();
        }
        synchronized (slot) {
            return slot.badInARow >= SUSPECT_AFTER ? Optional.empty() : Optional.ofNullable(slot.quote);
        }
    }

    /** Nobody is interested any more, or the scale of its prices has changed. */
    void forget(String symbol) {
        slots.remove(symbol);
    }

    /** A small part of the tier's interval, in which a symbol of the tier usually trades. */
    private static long proofHoldsForMicros(PricedInstrument instrument) {
        return switch (instrument.tier()) {
            case HOT -> 3_000_000;
            case MEDIUM -> 10_000_000;
            case COLD -> 120_000_000;
        };
    }
}
