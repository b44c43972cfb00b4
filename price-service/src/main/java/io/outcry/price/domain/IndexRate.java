// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.Optional;

/**
 * What one unit of an asset is worth in another, for quotes of venues that trade against the one where the instrument is priced in the
 * other: a price like any other, but of direct quotes only, so that rates can never be made of one another in a circle.
 *
 * @param symbol such as USDT-USD
 * @param bid at {@code scale}, positive
 * @param ask at {@code scale}, not below bid
 * @param scale fraction digits
 * @param asOfMicros as old as the oldest quote in it
 */
public record IndexRate(String symbol, long bid, long ask, int scale, long asOfMicros) {

    /** An older rate is not used: a minute. What is pegged to a dollar moves slowly, except on the day that matters. */
    public static final long MAX_AGE_MICROS = 60_000_000;

    /** How long one source can keep a rate in use that two have made: a quarter of an hour. */
    public static final long CONFIRMED_FOR_MICROS = 900_000_000;

    /** Who says the same is apart by no more than one part in this many: half a percent. */
    private static final long AGREEMENT_PARTS = 200;

    private static final int MAX_SCALE = 9;
    private static final long MAX_RATE = 1_000_000_000_000L;

    public IndexRate {
        if (scale < 0 || scale > MAX_SCALE || !isInRange(bid, ask)) {
            throw new IllegalArgumentException("not a rate: " + symbol + " " + bid + "/" + ask + " at scale " + scale);
        }
    }

    /** Whether they can be those of a rate: more than 10,000 at scale 8 is none. */
    public static boolean isInRange(long bid, long ask) {
        return bid > 0 && ask >= bid && ask <= MAX_RATE;
    }

    /** The symbol of the rate that turns {@code currency} into {@code quote}. */
    public static String symbol(String currency, String quote) {
        return currency + '-' + quote;
    }

    /** Whether both ends are so near the middle that two sources of which it is made may make a rate where there is none. */
    public boolean isAgreedOn() {
        return (ask - bid) / 2 <= mid() / AGREEMENT_PARTS;
    }

    /** Whether both ends are so near each other that two sources of which it is made agree with each other. */
    public boolean isOneOpinion() {
        return agree(bid, ask);
    }

    /**
     * Of two quotes that do not agree, the one that does not agree with this rate either. A quote whose own ends are each half a percent from its
     * middle agrees with nothing.
     *
     * @param quoteScale fraction digits of the quotes, no fewer than the rate's
     * @return nothing if that is neither or both
     */
    Optional<Quote> dissenter(Quote one, Quote other, int quoteScale) {
        boolean oneAgrees = isTight(one) && agree(mid(), atScale(one.mid(), quoteScale));
        boolean otherAgrees = isTight(other) && agree(mid(), atScale(other.mid(), quoteScale));
        if (oneAgrees == otherAgrees || isTight(one) && isTight(other) && agree(one.mid(), other.mid())) {
            return Optional.empty();
        }
        return Optional.of(oneAgrees ? other : one);
    }

    private static boolean isTight(Quote quote) {
        return quote.uncertainty() <= quote.mid() / AGREEMENT_PARTS;
    }

    private long atScale(long price, int digits) {
        long scaled = price;
        for (int left = digits; left > scale; left--) {
            scaled /= 10;
        }
        return scaled;
    }

    private static boolean agree(long mid, long other) {
        return Math.abs(mid - other) <= Math.min(mid, other) / AGREEMENT_PARTS;
    }

    /** Whether it may be used at {@code nowMicros}. One that is as far ahead is of before the clock was set back, nobody knows how long before. */
    public boolean isFresh(long nowMicros) {
        return Math.abs(nowMicros - asOfMicros) <= MAX_AGE_MICROS;
    }

    /**
     * This rate, which several sources have made, as one of them that is left confirms it: as new as that source. One source must not move what
     * is converted, so the middle stays where it was, and both ends move out as far as the source's middle is from it.
     *
     * @param left what the one source says
     * @return nothing if it does not agree, or the rate was made too long ago
     */
    public Optional<IndexRate> confirmedBy(IndexRate left) {
        long distance = Math.abs(left.mid() - mid());
        boolean agrees = left.scale == scale && distance <= (ask - bid) / 2 + mid() / AGREEMENT_PARTS;
        if (!agrees || left.asOfMicros - asOfMicros > CONFIRMED_FOR_MICROS || !isInRange(bid - distance, ask + distance)) {
            return Optional.empty();
        }
        return Optional.of(new IndexRate(symbol, bid - distance, ask + distance, scale, Math.max(asOfMicros, left.asOfMicros)));
    }

    /**
     * This rate, which two sources agree with that do not agree with each other: as new as they are, with its middle where it was and ends that hold
     * both. Made anew each time, it would follow the one of them that goes away from the other.
     *
     * @param two what both say
     * @return nothing if one of them does not agree
     */
    public Optional<IndexRate> heldBy(IndexRate two) {
        long half = Math.max(mid() - two.bid, two.ask - mid());
        if (two.scale != scale || !agree(mid(), two.bid) || !agree(mid(), two.ask) || !isInRange(mid() - half, mid() + half)) {
            return Optional.empty();
        }
        return Optional.of(new IndexRate(symbol, mid() - half, mid() + half, scale, Math.max(asOfMicros, two.asOfMicros)));
    }

    private long mid() {
        return bid + (ask - bid) / 2;
    }

    /** The bid converted at the rate's bid and rounded down, the ask at its ask and up: conversion never makes a quote tighter. */
    Quote convert(Quote quote) {
        long unit = 1;
        for (int i = 0; i < scale; i++) {
            unit *= 10;
        }
        long newBid = multiply(quote.bid(), bid, unit, 0);
        long newAsk = multiply(quote.ask(), ask, unit, unit - 1);
        long newLast = multiply(quote.last(), bid, unit, 0);
        return new Quote(newBid, newAsk, newLast, quote.currency(), quote.exchangeMicros(), quote.receivedMicros(),
                quote.renewedMicros(), quote.transport());
    }

    /** {@code amount * rate / unit} without losing a digit on the way; {@code Long.MAX_VALUE} where it does not fit. */
    private static long multiply(long amount, long rate, long unit, long roundUp) {
        // Taken apart, too: the rest of the amount times the whole rate would not fit for rates from 922 on at scale 8.
        long rest = amount % unit;
        long ofRest = rest * (rate / unit) + (rest * (rate % unit) + roundUp) / unit;
        try {
            return Math.addExact(Math.multiplyExact(amount / unit, rate), ofRest);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
