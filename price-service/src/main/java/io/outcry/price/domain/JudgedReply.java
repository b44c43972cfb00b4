// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * What one venue said, and whether it counted.
 *
 * @param venue the venue's name
 * @param bid 0 where there was no quote
 * @param ask 0 where there was no quote
 * @param asOfMicros 0 where there was no quote
 * @param reason why it did not count, in plain words; empty when it did
 */
public record JudgedReply(String venue, Verdict verdict, long bid, long ask, long asOfMicros, String reason) {

    /** Whether a reply counted. */
    public enum Verdict {
        USED, UNAVAILABLE, INVALID
    }

    static JudgedReply used(String venue, Quote quote) {
        return new JudgedReply(venue, Verdict.USED, quote.bid(), quote.ask(), quote.asOfMicros(), "");
    }

    static JudgedReply invalid(String venue, Quote quote, String reason) {
        return new JudgedReply(venue, Verdict.INVALID, quote.bid(), quote.ask(), quote.asOfMicros(), reason);
    }

    static JudgedReply without(String venue, Verdict verdict, String reason) {
        return new JudgedReply(venue, verdict, 0, 0, 0, reason);
    }
}
