// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import org.jspecify.annotations.Nullable;

/**
 * What one venue said, and whether it counted.
 *
 * @param venue the venue's name
 * @param bid in the instrument's own quote asset; 0 where there was no quote
 * @param ask in the instrument's own quote asset; 0 where there was no quote
 * @param asOfMicros 0 where there was no quote
 * @param currency what the venue trades against, where it was converted; else empty
 * @param fault what is wrong with its quote, or may be, if anything
 * @param reason why it did not count, or is suspected, in plain words; else empty
 */
public record JudgedReply(
        String venue, Verdict verdict, long bid, long ask, long asOfMicros, String currency, @Nullable Fault fault, String reason) {

    /** Whether a reply counted. */
    public enum Verdict {
        /** It votes. */
        USED,
        /** No answer, or none that was asked for. */
        UNAVAILABLE,
        /** Nonsense. */
        INVALID,
        /** Too old. */
        STALE,
        /** Stands still. */
        FROZEN,
        /** Was far from the price for too long, or is from the rate. */
        QUARANTINED
    }

    static JudgedReply without(String venue, Verdict verdict, String reason) {
        return new JudgedReply(venue, verdict, 0, 0, 0, "", null, reason);
    }

    static JudgedReply used(Candidate candidate) {
        Quote quote = candidate.quote();
        return new JudgedReply(
                candidate.venue(), Verdict.USED, quote.bid(), quote.ask(), quote.asOfMicros(), candidate.convertedFrom(), null, "");
    }

    /** Our own book beside one venue: who quotes there could move the price by half of what he likes, or keep it from being made. */
    static JudgedReply halfOfThePrice(Candidate candidate) {
        Quote quote = candidate.quote();
        return new JudgedReply(candidate.venue(), Verdict.UNAVAILABLE, quote.bid(), quote.ask(), quote.asOfMicros(),
                candidate.convertedFrom(), null, "our own book does not count beside one venue alone");
    }

    /** The same reply, which counts, with something that is to be told of it. */
    JudgedReply suspected(Fault suspicion) {
        return new JudgedReply(venue, verdict, bid, ask, asOfMicros, currency, suspicion, words(suspicion));
    }

    static JudgedReply refused(String venue, Quote quote, String convertedFrom, Fault fault) {
        return new JudgedReply(
                venue, verdict(fault), quote.bid(), quote.ask(), quote.asOfMicros(), convertedFrom, fault, words(fault));
    }

    private static Verdict verdict(Fault fault) {
        return switch (fault) {
            case NOT_POSITIVE, TOO_LARGE, CROSSED, FROM_THE_FUTURE, TIME_REVERSAL -> Verdict.INVALID;
            case FAR_FROM_PRICE -> Verdict.USED;
            case STALE -> Verdict.STALE;
            case FEED_FROZEN -> Verdict.FROZEN;
            case QUARANTINED, FAR_FROM_RATE -> Verdict.QUARANTINED;
            case NO_INDEX -> Verdict.UNAVAILABLE;
        };
    }

    private static String words(Fault fault) {
        return switch (fault) {
            case NOT_POSITIVE -> "not positive";
            case TOO_LARGE -> "too large";
            case CROSSED -> "crossed";
            case FROM_THE_FUTURE -> "from the future";
            case TIME_REVERSAL -> "made before the one it sent last";
            case STALE -> "stale";
            case FEED_FROZEN -> "frozen: it stands still while its connection lives and the market moves";
            case FAR_FROM_PRICE -> "far from the price, which alone is no reason not to hear it";
            case QUARANTINED -> "quarantined: far from the price for too long";
            case FAR_FROM_RATE ->
                "it contradicts the only other quote, and the rate that both have made before; or it is too wide to agree with anything";
            case NO_INDEX -> "no fresh rate of its currency";
        };
    }
}
