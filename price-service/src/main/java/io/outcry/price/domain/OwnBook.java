// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.Comparator;
import java.util.TreeMap;

/**
 * The levels of one symbol of our own exchange, of which the best are its quote. As deep as the book is: what the top is after the best
 * level has gone is written in the levels below it.
 *
 * <p>Plain state, fed by one thread at a time.
 */
public final class OwnBook {

    /** Why our own book does not count where it is no venue. */
    static final String NO_VENUE = "our own book is no venue while it does not trade, is not read to its end,"
            + " or has not two sides at most five percent apart";

    /** Sides that are farther apart than one part in this many of the bid are no market: five percent. */
    private static final long WIDEST_SPREAD_PARTS = 20;

    private final TreeMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Long> asks = new TreeMap<>();
    private boolean trading = true;

    /** A side of the book. */
    public enum Side {
        BID, ASK
    }

    /** The level is as it says from now on; without quantity it is gone. */
    public void level(Side side, long price, long quantity) {
        TreeMap<Long, Long> levels = side == Side.BID ? bids : asks;
        if (quantity > 0) {
            levels.put(price, quantity);
        } else {
            levels.remove(price);
        }
    }

    /** Whether orders can trade now: in an auction or a halt the best prices are nobody's promise. */
    public void trading(boolean now) {
        trading = now;
    }

    /**
     * What the book says as a venue.
     *
     * @param unit how many units of the aggregated price one of the book's is
     * @param currency the instrument's quote asset
     * @param confirmedMicros until when the log has been read
     * @return not listed, as long as it has not two sides that can trade and are at most five percent apart
     */
    public VenueReply reply(long unit, String currency, long confirmedMicros) {
        if (!trading || bids.isEmpty() || asks.isEmpty()) {
            return new VenueReply.NotListed();
        }
        try {
            long bid = Math.multiplyExact(bids.firstKey(), unit);
            long ask = Math.multiplyExact(asks.firstKey(), unit);
            return ask - bid > bid / WIDEST_SPREAD_PARTS
                    ? new VenueReply.NotListed()
                    : new VenueReply.Quoted(new Quote(bid, ask, 0, currency, 0, confirmedMicros, 0, Transport.SOCKET));
        } catch (ArithmeticException e) {
            return new VenueReply.Unusable("too large");
        }
    }
}
