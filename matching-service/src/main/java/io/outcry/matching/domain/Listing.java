// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.PriceLadder;
import io.outcry.matching.domain.book.SortedLadder;
import io.outcry.matching.domain.book.Touched;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One symbol as the engine holds it: its rules, its state, its book, the orders that wait for a stop price, and its last trade. */
final class Listing {

    private static final int BUY = Side.BUY.ordinal();
    private static final int FALLING = 0;
    private static final int RISING = 3;
    private static final int QUEUES = 4;

    private final int number;
    private final BookSide bids;
    private final BookSide asks;
    private final SortedLadder risingLevels = new SortedLadder();
    private final SortedLadder fallingLevels = new SortedLadder();
    private final BookSide rising;
    private final BookSide falling;
    private final ExpiryHeap expiries;
    private final ReachedPrices reached = new ReachedPrices();
    private Instrument instrument;
    private long minQuantity;
    private long maxQuantity;
    private long minNotional;

    /** At no price from the one to the other does an order break a rule. */
    private long leastSurePrice;

    private long mostSurePrice;
    private boolean plain;
    private TradingState state = TradingState.TRADING;
    private long lastTradePrice;
    private long uncrossingPrice;
    private @Nullable SupplyAndDemand supplyAndDemand;
    private int orders;
    private int stops;

    /** Of each account; null where an account may have any number. */
    private @Nullable OpenOrderCounts openOrderCounts;

    /** Waiting stops, orders that end at a time, one for a state other than TRADING, and one where orders are counted by account. */
    private int care;

    /**
     * @param told where changes of the book's levels are noted
     */
    Listing(int number, Instrument instrument, BookRows rows, PriceLadder.Factory ladders, Touched told) {
        this.number = number;
        this.instrument = instrument;
        settle();
        settleBound();
        int first = number * QUEUES;
        bids = new BookSide(rows, ladders.create(), told, first + BUY, true);
        asks = new BookSide(rows, ladders.create(), told, first + Side.SELL.ordinal(), false);
        rising = new BookSide(rows, risingLevels, null, first + RISING, false);
        falling = new BookSide(rows, fallingLevels, null, first + FALLING, true);
        expiries = new ExpiryHeap(rows);
    }

    int number() {
        return number;
    }

    Instrument instrument() {
        return instrument;
    }

    /** @param orders its own among them */
    void redefine(Instrument newRules, Orders orders) {
        instrument = newRules;
        settle();
        if (settleBound()) {
            queues().forEach(queue -> countOpenOrders(queue, orders));
        }
    }

    /** Begins to count open orders by account where that is bounded, and ends it where it is not any more. Tells whether it begins. */
    private boolean settleBound() {
        boolean begins = boundsOpenOrders() && openOrderCounts == null;
        if (boundsOpenOrders() != (openOrderCounts != null)) {
            openOrderCounts = begins ? new OpenOrderCounts() : null;
            care += begins ? 1 : -1;
        }
        return begins;
    }

    /** From now on each has a second row: only of those that do is it noted when they come or go. */
    private void countOpenOrders(BookSide queue, Orders orders) {
        for (int level = queue.best(); level != 0; level = queue.worse(level)) {
            for (int order = queue.first(level); order != level; order = queue.next(order)) {
                orders.use(order);
                countOpenOrder(orders.account(order), 1);
            }
        }
    }

    TradingState state() {
        return state;
    }

    void enter(TradingState newState) {
        care += (newState == TradingState.TRADING ? 0 : 1) - (state == TradingState.TRADING ? 0 : 1);
        state = newState;
        uncrossingPrice = 0;
        supplyAndDemand = newState == TradingState.AUCTION ? supplyAndDemand : null;
        settle();
    }

    /** Keeps at hand what every order is asked. */
    private void settle() {
        minQuantity = Math.max(1, instrument.minQuantity());
        maxQuantity = instrument.maxQuantity();
        minNotional = instrument.minNotional();
        plain = state == TradingState.TRADING && instrument.tickSize() == 1 && instrument.lotSize() == 1 && !boundsOpenOrders();
        settlePrices();
    }

    /** None is sure where the state or a tick or a lot must be asked; of the others, those whose notional has 63 bits, in the band. */
    private void settlePrices() {
        leastSurePrice = 1;
        mostSurePrice = plain ? Long.MAX_VALUE / maxQuantity : 0;
        int bps = instrument.priceBandBps();
        if (bps != 0 && lastTradePrice != 0) {
            long width = Bands.width(lastTradePrice, bps);
            leastSurePrice = Math.max(leastSurePrice, lastTradePrice - width);
            mostSurePrice = Math.min(mostSurePrice, lastTradePrice + Math.min(width, Long.MAX_VALUE - lastTradePrice));
        }
    }

    /**
     * Whether a limit order breaks no rule; if in doubt, no. Numbers are compared by the sign of their difference, all at once: one that
     * overflows is caught by the limit on its other side.
     *
     * @param side where it rests
     * @param change what it adds to the open quantity of that side
     */
    boolean surelyFits(long price, long quantity, BookSide side, long change) {
        return (price - leastSurePrice | mostSurePrice - price | quantity - minQuantity | maxQuantity - quantity
                | price * quantity - minNotional | side.open() + change) >= 0;
    }

    /** Whether the book may hold one more order. */
    boolean hasRoom(int limit) {
        return orders < limit;
    }

    /** Whether an account may have one more open order. */
    boolean hasRoomFor(int account) {
        return !boundsOpenOrders() || openOrders(account) < instrument.maxOpenOrders();
    }

    /** Whether an account may have so many open orders only: then they are counted, and no order is a plain one. */
    boolean boundsOpenOrders() {
        return instrument.maxOpenOrders() != 0;
    }

    /** How many open orders an account has, where that is counted. */
    int openOrders(int account) {
        return openOrderCounts == null ? 0 : openOrderCounts.of(account);
    }

    /** The side of the book an order of this side rests on. */
    BookSide book(int side) {
        return side == BUY ? bids : asks;
    }

    /** All its queues, in the order in which a snapshot tells them. */
    List<BookSide> queues() {
        return List.of(falling, bids, asks, rising);
    }

    BookSide bids() {
        return bids;
    }

    BookSide asks() {
        return asks;
    }

    /** Stops that wait for trades at or above their price, the lowest first. */
    BookSide rising() {
        return rising;
    }

    /** The levels of {@link #rising}; the best one may stand apart. */
    SortedLadder risingLevels() {
        return risingLevels;
    }

    /** Stops that wait for trades at or below their price, the highest first. */
    BookSide falling() {
        return falling;
    }

    /** The levels of {@link #falling}; the best one may stand apart. */
    SortedLadder fallingLevels() {
        return fallingLevels;
    }

    /** What its trades have reached and could not set off yet. */
    ReachedPrices reached() {
        return reached;
    }

    ExpiryHeap expiries() {
        return expiries;
    }

    /** Makes an order end at its time. */
    void addExpiry(int order) {
        expiries.add(order);
        care++;
    }

    void removeExpiry(int order) {
        expiries.remove(order);
        care--;
    }

    /** Whether a command about it may have more to do than it says: stops, orders that end at a time, an auction, a count for each account. */
    boolean needsCare() {
        return care != 0;
    }

    /** Orders that wait for their stop price. */
    int stops() {
        return stops;
    }

    /** What was reached counts for the stops that wait: without any it is forgotten. */
    void countStops(int change) {
        stops += change;
        care += change;
        if (stops == 0) {
            reached.clear();
        }
    }

    boolean isCrossed() {
        return !asks().isEmpty() && bids().reaches(asks().bestPrice());
    }

    /** Resting and waiting orders. */
    int orders() {
        return orders;
    }

    void countOrders(int change) {
        orders += change;
    }

    /** Notes that an order of an account came or went, where that is counted. */
    void countOpenOrder(int account, int change) {
        if (openOrderCounts != null) {
            openOrderCounts.add(account, change);
        }
    }

    /** Open quantity of the orders of a side that rest, or wait and may rest. */
    long open(int side) {
        return book(side).open();
    }

    /** Notes that waiting orders, which may rest one day, came or went. */
    void countWaiting(int side, long quantity) {
        book(side).countWaiting(quantity);
    }

    /** Zero before the first trade. */
    long lastTradePrice() {
        return lastTradePrice;
    }

    void tradedAt(long price) {
        lastTradePrice = price;
        if (instrument.priceBandBps() != 0) {
            settlePrices();
        }
    }

    /** Price of an auction that trades but was cut off; otherwise zero. */
    long uncrossingPrice() {
        return uncrossingPrice;
    }

    void uncrossAt(long price) {
        uncrossingPrice = price;
    }

    /** What its auction knows of the book; null until that has been looked at. */
    @Nullable
    SupplyAndDemand supplyAndDemand() {
        return supplyAndDemand;
    }

    void keep(SupplyAndDemand collected) {
        supplyAndDemand = collected;
    }
}
