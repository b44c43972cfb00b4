// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * What one venue says of one symbol, as it arrived and not yet judged: it may be nonsense.
 *
 * <p>Times are microseconds since the epoch. Bids are rounded down to the instrument's scale and asks up, so that rounding never crosses a
 * quote.
 *
 * @param bid best bid at the instrument's scale
 * @param ask best ask at the instrument's scale
 * @param last price of the last trade at the instrument's scale, rounded down; 0 where the venue does not say
 * @param currency the asset it is priced in, as our registry names assets; USDT, for instance, where the venue trades against that and the
 *     instrument is in USD
 * @param exchangeMicros when the venue says that it made it; 0 where the venue gives no time
 * @param receivedMicros when it arrived here
 * @param renewedMicros when the venue last confirmed that it still holds, by a heartbeat or by sending it again unchanged, in the venue's
 *     time where it gives one; 0 for never
 */
public record Quote(
        long bid,
        long ask,
        long last,
        String currency,
        long exchangeMicros,
        long receivedMicros,
        long renewedMicros,
        Transport transport) {

    /** Larger prices are refused, so that sums of a few of them stay within 63 bits. */
    public static final long MAX_PRICE = Long.MAX_VALUE / 4;

    private static final long LONGEST_WAY_MICROS = 10_000_000;

    /** When the quote was last known to be true: its renewal, else the venue's time, else its arrival. */
    public long asOfMicros() {
        return Math.max(renewedMicros, exchangeMicros == 0 ? receivedMicros : exchangeMicros);
    }

    /**
     * Whether {@code other}, of the same venue and symbol, has overtaken this one on its way. Over the same transport it has if it arrived later,
     * or is the same one confirmed later. Over the other one it has if it was made later, unless it claims a time that had not come yet; where
     * that cannot be told, if it arrived or was confirmed later. None is on its way for longer than ten seconds: beyond that a clock was set
     * back.
     */
    public boolean isBehind(Quote other) {
        if (isTimedLike(other) && exchangeMicros != other.exchangeMicros) {
            return exchangeMicros < other.exchangeMicros;
        }
        long later = transport == other.transport ? other.receivedMicros - receivedMicros : other.heardMicros() - heardMicros();
        return later == 0 ? renewedMicros < other.renewedMicros : later > 0 && later <= LONGEST_WAY_MICROS;
    }

    /** Whether {@code other} came over the other transport and was made later, unless it claims a time that had not come yet. */
    public boolean wasMadeBefore(Quote other) {
        return isTimedLike(other) && exchangeMicros < other.exchangeMicros;
    }

    private boolean isTimedLike(Quote other) {
        return transport != other.transport && exchangeMicros != 0 && other.exchangeMicros != 0
                && other.exchangeMicros - receivedMicros <= PriceAggregator.MAX_AHEAD_MICROS;
    }

    /** Whether it came, or was confirmed, later than now: our clock was set back since. */
    public boolean isAheadOf(long nowMicros) {
        return receivedMicros > nowMicros || renewedMicros - nowMicros > PriceAggregator.MAX_AHEAD_MICROS;
    }

    /** When the venue last told of it. */
    private long heardMicros() {
        return Math.max(receivedMicros, renewedMicros);
    }

    /**
     * The same quote, as lately confirmed as {@code other} if that was made at the same moment by the same venue's clock: what confirmed the one
     * holds for the other. Not by more than ten seconds: beyond that a clock was set back.
     */
    public Quote confirmedLike(Quote other) {
        boolean same = exchangeMicros != 0 && exchangeMicros == other.exchangeMicros;
        return same && other.renewedMicros - heardMicros() <= LONGEST_WAY_MICROS ? renewedAt(other.renewedMicros) : this;
    }

    /** The same quote, confirmed at a later time. */
    public Quote renewedAt(long micros) {
        return new Quote(bid, ask, last, currency, exchangeMicros, receivedMicros, Math.max(renewedMicros, micros), transport);
    }

    /** Half-way between bid and ask, rounded down. */
    public long mid() {
        return bid + (ask - bid) / 2;
    }

    /** The venue's own uncertainty: half the spread, at least one unit of the scale. */
    public long uncertainty() {
        return Math.max((ask - bid) / 2, 1);
    }
}
