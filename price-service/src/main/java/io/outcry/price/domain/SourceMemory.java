// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has to be remembered of one venue to judge its next quote of one symbol: time must not run backwards, and a quote that stands still
 * while the market moves is frozen, however alive its connection is.
 *
 * <p>Plain state, fed by one thread at a time.
 */
final class SourceMemory {

    /** The market has moved if it did by one part in this many. */
    private static final long STIRRED_PARTS = 1_000;

    private final Quarantine quarantine;
    private long lastExchangeMicros;
    private @Nullable Quote last;
    private @Nullable Quote lastSaid;
    private boolean changed;
    private long standingSinceMicros;
    /** By venue, from when this one's quote began to stand, or from when that one was first heard after that. */
    private final Map<String, Mids> then = new HashMap<>();
    private @Nullable VenueReply lastReply;
    private @Nullable Fault lastFault;

    /** Of another venue and of this one at one moment; the latter moves with the rate that converts it. */
    private record Mids(long other, long own) {}

    SourceMemory(QuarantineRules rules) {
        this.quarantine = new Quarantine(rules);
    }

    Quarantine quarantine() {
        return quarantine;
    }

    /** What is wrong with the quote by itself; null for nothing. Only then is it remembered. */
    @Nullable
    Fault examine(Quote quote, long nowMicros, long staleAfterMicros) {
        Fault fault = examineAlone(quote, nowMicros);
        if (fault != null) {
            return fault;
        }
        boolean hasTime = quote.exchangeMicros() != 0;
        if (hasTime && quote.exchangeMicros() < lastExchangeMicros) {
            return Fault.TIME_REVERSAL;
        }
        boolean timeStandsStill = hasTime && quote.exchangeMicros() == lastExchangeMicros;
        lastExchangeMicros = Math.max(lastExchangeMicros, quote.exchangeMicros());
        if (nowMicros - quote.asOfMicros() > staleAfterMicros) {
            return timeStandsStill && nowMicros - quote.receivedMicros() <= staleAfterMicros ? Fault.FEED_FROZEN : Fault.STALE;
        }
        return null;
    }

    private static @Nullable Fault examineAlone(Quote quote, long nowMicros) {
        if (quote.bid() <= 0 || quote.ask() <= 0) {
            return Fault.NOT_POSITIVE;
        }
        if (quote.bid() > Quote.MAX_PRICE || quote.ask() > Quote.MAX_PRICE) {
            return Fault.TOO_LARGE;
        }
        if (quote.ask() < quote.bid()) {
            return Fault.CROSSED;
        }
        return quote.asOfMicros() - nowMicros > PriceAggregator.MAX_AHEAD_MICROS ? Fault.FROM_THE_FUTURE : null;
    }

    /**
     * Takes a quote that is in order: the same as before stands on, another begins to stand.
     *
     * @param said as the venue gave it: the rate that converts it never stands still
     * @param quote after conversion
     */
    void quoted(Quote said, Quote quote) {
        Quote before = lastSaid;
        changed = before == null || before.bid() != said.bid() || before.ask() != said.ask();
        lastSaid = said;
        last = quote;
    }

    /**
     * To be told after {@link #quoted}.
     *
     * @param others the mids of the other venues now
     */
    void stand(Map<String, Long> others, long nowMicros) {
        if (changed) {
            standingSinceMicros = nowMicros;
            then.clear();
        }
        // A clock that was set back: it would not be frozen for as long as that step was.
        standingSinceMicros = Math.min(standingSinceMicros, nowMicros);
        long own = last == null ? 0 : last.mid();
        others.forEach((venue, mid) -> then.putIfAbsent(venue, new Mids(mid, own)));
    }

    /**
     * Whether the venue's quote has not changed for some time, while a majority of those that list the symbol moved the same way by more
     * than its own uncertainty and a tenth of a percent, beside what its conversion did. As long as they stand still too, a frozen quote is as
     * good as a live one. One that was not heard when the quote began to stand is held against where it was when it was heard next.
     *
     * @param others the mids of the other venues now
     */
    boolean isFrozen(Map<String, Long> others, int majority, long nowMicros, long afterMicros) {
        Quote quote = last;
        if (quote == null || nowMicros - standingSinceMicros < afterMicros) {
            return false;
        }
        int up = 0;
        int down = 0;
        for (Map.Entry<String, Long> other : others.entrySet()) {
            Mids before = then.get(other.getKey());
            if (before != null) {
                long moved = other.getValue() - before.other() - (quote.mid() - before.own());
                long little = Math.max(quote.uncertainty(), before.other() / STIRRED_PARTS);
                up += moved > little ? 1 : 0;
                down += -moved > little ? 1 : 0;
            }
        }
        return Math.max(up, down) >= majority;
    }

    /** Whether this fault of this reply has not been told yet: one answer that is looked at often is one fault. */
    boolean isNews(@Nullable VenueReply reply, @Nullable Fault fault) {
        boolean news = fault != null && (reply != lastReply || fault != lastFault);
        lastReply = reply;
        lastFault = fault;
        return news;
    }
}
