// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/** What can be wrong with a quote that did arrive. Names are metric tags in lower case. */
public enum Fault {
    /** A bid or an ask of zero or less. */
    NOT_POSITIVE,
    /** Beyond {@link Quote#MAX_PRICE}. */
    TOO_LARGE,
    /** The bid is above the ask. */
    CROSSED,
    /** Made later than a second from now, by the venue's clock. */
    FROM_THE_FUTURE,
    /** Made before one that the venue sent earlier. */
    TIME_REVERSAL,
    /** Too old for the symbol's tier, and nothing newer arrives. */
    STALE,
    /** The venue answers, but with what it said before: its time stands still, or its price does while the market moves. */
    FEED_FROZEN,
    /** Far from the price, though not for long or often yet: it counts, for others may be those who are wrong. */
    FAR_FROM_PRICE,
    /** Far from the price for long. */
    QUARANTINED,
    /** Of an index: it contradicts the only other quote, and the rate that both have made before; or it is too wide to agree with anything. */
    FAR_FROM_RATE,
    /** In another currency, whose rate is not known now. */
    NO_INDEX
}
