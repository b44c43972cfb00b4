// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;

/**
 * A call auction: orders have collected and cross; all that meet trade at one price.
 *
 * <p>That price is, among the limits of the orders that meet, the one with the largest volume; then the smallest imbalance; then the
 * nearest to the last trade; then the higher one.
 */
final class Auction {

    private final BookRows rows;
    private final Matcher matcher;
    private final CommandOutcome outcome;

    private final SupplyAndDemand.Candidates candidates = this::weigh;
    private long lastTradePrice;
    private long price;
    private long volume;
    private long imbalance;

    Auction(Orders orders, Matcher matcher, CommandOutcome outcome) {
        rows = orders.rows();
        this.matcher = matcher;
        this.outcome = outcome;
    }

    /** Tells what would trade now. */
    void indicate(Listing listing) {
        SupplyAndDemand sums = listing.supplyAndDemand();
        if (sums == null) {
            sums = collect(listing);
        } else {
            follow(listing, sums);
        }
        findPrice(listing, sums);
        outcome.indicates(price, volume, imbalance);
    }

    /** Opens trading, after the orders that cross have traded; or goes on with that where a command before was cut off. */
    void open(Listing listing) {
        while (listing.uncrossingPrice() != 0 || listing.isCrossed()) {
            if (listing.uncrossingPrice() == 0) {
                findPrice(listing, collect(listing));
                listing.enter(TradingState.AUCTION);
                listing.uncrossAt(price);
            }
            if (!uncross(listing)) {
                outcome.defines(listing);
                return;
            }
            listing.uncrossAt(0);
        }
        matcher.opened(listing);
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

    private SupplyAndDemand collect(Listing listing) {
        SupplyAndDemand sums = new SupplyAndDemand();
        BookSide bids = listing.bids();
        BookSide asks = listing.asks();
        for (int level = bids.best(); level != 0; level = bids.worse(level)) {
            sums.set(bids.price(level), bids.open(level), openAt(asks, bids.price(level)));
        }
        for (int level = asks.best(); level != 0; level = asks.worse(level)) {
            sums.set(asks.price(level), openAt(bids, asks.price(level)), asks.open(level));
        }
        listing.keep(sums);
        return sums;
    }

    /** Brings up to date what the command has changed: levels, and orders that only hide another quantity. */
    private void follow(Listing listing, SupplyAndDemand sums) {
        LevelChanges levels = outcome.levels();
        for (int i = 0; i < levels.size(); i++) {
            follow(listing, sums, levels.price(i));
        }
        for (int i = 0; i < outcome.orders().size(); i++) {
            follow(listing, sums, outcome.orders().get(i).price());
        }
    }

    private static void follow(Listing listing, SupplyAndDemand sums, long changed) {
        sums.set(changed, openAt(listing.bids(), changed), openAt(listing.asks(), changed));
    }

    private static long openAt(BookSide side, long limit) {
        int level = side.at(limit);
        return level == 0 ? 0 : side.open(level);
    }

    private void findPrice(Listing listing, SupplyAndDemand sums) {
        lastTradePrice = listing.lastTradePrice();
        price = 0;
        volume = 0;
        imbalance = 0;
        long fixed = listing.uncrossingPrice();
        if (fixed != 0 && listing.bids().reaches(fixed) && listing.asks().reaches(fixed)) {
            sums.at(fixed, candidates);
        } else if (listing.isCrossed()) {
            sums.aroundTheMeeting(candidates);
        }
    }

    /** Takes a price over if it is better than the best one so far. */
    private void weigh(long candidate, long demand, long supply) {
        long wouldTrade = Math.min(demand, supply);
        if (price == 0 || isBetter(candidate, wouldTrade, demand - supply)) {
            price = candidate;
            volume = wouldTrade;
            imbalance = demand - supply;
        }
    }

    private boolean isBetter(long candidate, long wouldTrade, long candidateImbalance) {
        if (wouldTrade != volume) {
            return wouldTrade > volume;
        }
        if (Math.abs(candidateImbalance) != Math.abs(imbalance)) {
            return Math.abs(candidateImbalance) < Math.abs(imbalance);
        }
        long distance = Math.abs(candidate - lastTradePrice);
        long bestDistance = Math.abs(price - lastTradePrice);
        return lastTradePrice != 0 && distance != bestDistance ? distance < bestDistance : candidate > price;
    }
}
