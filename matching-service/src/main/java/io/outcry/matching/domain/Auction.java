// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;

/**
 * A call auction: orders have collected and cross; all that meet trade at one price.
 *
 * <p>That price is, among the limits of the orders that meet, the one with the largest volume; then the smallest imbalance; then the
 * nearest to the last trade; then the higher one.
 */
final class Auction {

    private final Orders orders;
    private final BookRows rows;
    private final Matcher matcher;
    private final CommandOutcome outcome;

    /** Levels of bids that cross the best ask, the best one first. */
    private int[] crossingBids = new int[16];

    private long price;
    private long volume;
    private long imbalance;

    Auction(Orders orders, Matcher matcher, CommandOutcome outcome) {
        this.orders = orders;
        rows = orders.rows();
        this.matcher = matcher;
        this.outcome = outcome;
    }

    /** Tells what would trade now. */
    void indicate(Listing listing) {
        findPrice(listing);
        outcome.indicates(price, volume, imbalance);
    }

    /** Opens trading, after the orders that cross have traded; or goes on with that where a command before was cut off. */
    void open(Listing listing) {
        while (listing.uncrossingPrice() != 0 || listing.isCrossed()) {
            if (listing.uncrossingPrice() == 0) {
                findPrice(listing);
                listing.enter(TradingState.AUCTION);
                listing.uncrossAt(price);
            }
            if (!uncross(listing)) {
                outcome.defines(listing);
                return;
            }
            listing.uncrossAt(0);
        }
        listing.enter(TradingState.TRADING);
        outcome.defines(listing);
    }

    /** Trades at the price of the auction; whether all has traded that meets there. */
    private boolean uncross(Listing listing) {
        long at = listing.uncrossingPrice();
        BookSide bids = listing.bids();
        BookSide asks = listing.asks();
        while (bids.reaches(at) && asks.reaches(at)) {
            if (!matcher.spend()) {
                return false;
            }
            int bidLevel = bids.best();
            int askLevel = asks.best();
            pair(bids, bidLevel, bids.first(bidLevel), asks, askLevel, asks.first(askLevel), at, listing);
        }
        return true;
    }

    private void pair(BookSide bids, int bidLevel, int bid, BookSide asks, int askLevel, int ask, long at, Listing listing) {
        long[] cells = rows.hot();
        long quantity = Math.min(cells[bid + SHOWN], cells[ask + SHOWN]);
        long notional = at * quantity;
        Instrument rules = listing.instrument();
        boolean bidMakes = OrderRow.isPostOnly(cells[bid + FLAGS]);
        boolean askMakes = OrderRow.isPostOnly(cells[ask + FLAGS]);
        boolean bidTakes = bidMakes == askMakes ? cells[bid + ID] > cells[ask + ID] : askMakes;
        outcome.tradesToCome().add(bidTakes ? cells[bid + ID] : cells[ask + ID],
                bidTakes ? cells[ask + ID] : cells[bid + ID], (bidTakes ? Side.BUY : Side.SELL).ordinal(), at, quantity,
                Fees.of(notional, rules.takerFeeBps()), Fees.of(notional, rules.makerFeeBps()));
        listing.tradedAt(at);
        matcher.fill(bids, bidLevel, bid, quantity, notional, listing);
        matcher.fill(asks, askLevel, ask, quantity, notional, listing);
    }

    private void findPrice(Listing listing) {
        price = 0;
        volume = 0;
        imbalance = 0;
        BookSide bids = listing.bids();
        BookSide asks = listing.asks();
        long fixed = listing.uncrossingPrice();
        if (fixed != 0 && bids.reaches(fixed) && asks.reaches(fixed)) {
            weigh(fixed, openAtOrBetter(bids, fixed), openAtOrBetter(asks, fixed), listing);
        } else if (listing.isCrossed()) {
            findBestPrice(listing, bids, asks);
        }
    }

    private void findBestPrice(Listing listing, BookSide bids, BookSide asks) {
        int crossing = 0;
        long demand = 0;
        for (int bid = bids.best(); bid != 0 && bids.price(bid) >= asks.bestPrice(); bid = bids.worse(bid)) {
            if (crossing == crossingBids.length) {
                crossingBids = Arrays.copyOf(crossingBids, crossing * 2);
            }
            crossingBids[crossing++] = bid;
            demand += bids.open(bid);
        }
        int ask = asks.best();
        long supply = 0;
        while (crossing != 0) {
            int bid = crossingBids[crossing - 1];
            long bidPrice = bids.price(bid);
            boolean asked = ask != 0 && asks.price(ask) <= bidPrice;
            long candidate = asked ? asks.price(ask) : bidPrice;
            if (asked) {
                supply += asks.open(ask);
                ask = asks.worse(ask);
            }
            weigh(candidate, demand, supply, listing);
            if (bidPrice == candidate) {
                demand -= bids.open(bid);
                crossing--;
            }
        }
    }

    private static long openAtOrBetter(BookSide side, long limit) {
        long open = 0;
        for (int level = side.best(); level != 0 && side.rank(side.price(level)) >= side.rank(limit); level = side.worse(level)) {
            open += side.open(level);
        }
        return open;
    }

    /** Takes a price over if it is better than the best one so far. */
    private void weigh(long candidate, long demand, long supply, Listing listing) {
        long wouldTrade = Math.min(demand, supply);
        if (price == 0 || isBetter(candidate, wouldTrade, demand - supply, listing.lastTradePrice())) {
            price = candidate;
            volume = wouldTrade;
            imbalance = demand - supply;
        }
    }

    private boolean isBetter(long candidate, long wouldTrade, long candidateImbalance, long last) {
        if (wouldTrade != volume) {
            return wouldTrade > volume;
        }
        if (Math.abs(candidateImbalance) != Math.abs(imbalance)) {
            return Math.abs(candidateImbalance) < Math.abs(imbalance);
        }
        long distance = Math.abs(candidate - last);
        long bestDistance = Math.abs(price - last);
        return last != 0 && distance != bestDistance ? distance < bestDistance : candidate > price;
    }
}
