// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold in an engine between two commands: levels, totals, queues, index, stops, expiries and memory. */
public final class EngineAudit {

    private final MatchingEngine engine;
    private final Orders orders;
    private final Set<Integer> seen = new HashSet<>();

    /** Open orders of each account on a symbol. */
    private final Map<Integer, Integer> owners = new HashMap<>();

    private int counted;
    private int levels;
    private int named;

    private EngineAudit(MatchingEngine engine) {
        this.engine = engine;
        orders = engine.orders();
    }

    /** @throws IllegalStateException naming what does not hold */
    public static void check(MatchingEngine engine) {
        new EngineAudit(engine).run();
    }

    private void run() {
        for (Listing listing : engine.listings().all()) {
            long[] open = new long[3];
            int expiring = 0;
            int waiting = 0;
            counted = 0;
            owners.clear();
            for (BookSide side : new BookSide[]{listing.bids(), listing.asks(), listing.rising(), listing.falling()}) {
                boolean waits = side == listing.rising() || side == listing.falling();
                int before = counted;
                expiring += side(listing, side, waits, open);
                waiting += waits ? counted - before : 0;
            }
            require(open[1] == listing.open(1) && open[2] == listing.open(2), "open quantity of " + listing.instrument().symbol());
            require(counted == listing.orders(), "orders of " + listing.instrument().symbol());
            require(expiring == listing.expiries().size(), "expiries of " + listing.instrument().symbol());
            require(waiting == listing.stops(), "stops of " + listing.instrument().symbol());
            for (int account = 0; account < engine.accounts(); account++) {
                require(listing.openOrders(account) == (listing.boundsOpenOrders() ? owners.getOrDefault(account, 0) : 0),
                        "orders of account " + account);
            }
            require(listing
                    .needsCare() == (waiting + expiring != 0 || listing.state() != TradingState.TRADING || listing.boundsOpenOrders()),
                    "care of " + listing.instrument().symbol());
            require(listing.state() != TradingState.TRADING || !listing.isCrossed(), listing.instrument().symbol() + " is crossed");
        }
        CommandOutcome last = engine.lastOutcome();
        boolean due = engine.dueSymbols(engine.timeUs(), Integer.MAX_VALUE).contains(last.symbol());
        boolean applied = last.reject() == RejectCode.NONE && last.repeatOfSequence() == 0;
        require(last.isUnfinished() == (due && applied), last.symbol() + " is due: " + due);
        require(seen.size() == engine.openOrders(), seen.size() + " orders are queued, " + engine.openOrders() + " are indexed");
        require(orders.table().open() == engine.openOrders(), orders.table().open() + " orders are counted by the table of ids");
        int names = orders.clientRows().live();
        require(names == named, names + " rows of client order ids are in use, by " + named + " orders");
        int rows = engine.openOrders() + levels;
        int live = orders.rows().live();
        require(live >= rows && live <= rows + justEmptied(), live + " rows in use, not " + rows + " to " + (rows + justEmptied()));
    }

    /** Levels that the last command emptied: they can be read until the next one, and some have been given back already. */
    private int justEmptied() {
        LevelChanges changes = engine.lastOutcome().levels();
        return (int) IntStream.range(0, changes.size()).filter(index -> changes.orders(index) == 0).count();
    }

    private int side(Listing listing, BookSide side, boolean waits, long[] open) {
        int count = 0;
        int expiring = 0;
        int better = 0;
        long resting = 0;
        for (int level = side.best(); level != 0; level = side.worse(level)) {
            require(better == 0 || side.rank(side.price(level)) < side.rank(side.price(better)), "levels out of order");
            require(side.at(side.price(level)) == level, "a level is not found at its price");
            better = level;
            levels++;
            long shown = 0;
            long total = 0;
            int inLevel = 0;
            int previous = level;
            for (int order = side.first(level); order != level; order = side.next(order)) {
                require(seen.add(order), "an order is queued twice");
                order(listing, side, order, level, previous, waits);
                shown += orders.get(order, OrderRow.SHOWN);
                total += orders.get(order, OrderRow.LEAVES);
                expiring += orders.getCold(order, OrderRow.EXPIRE) != 0 ? 1 : 0;
                long flags = orders.get(order, OrderRow.FLAGS);
                if (OrderTypes.rests(OrderRow.timeInForce(flags))) {
                    open[OrderRow.side(flags)] += orders.get(order, OrderRow.LEAVES);
                }
                previous = order;
                owners.merge(orders.account(order), 1, Integer::sum);
                named += OrderRow.upper(orders.getCold(order, OrderRow.CLIENT_HEAP)) != 0 ? 1 : 0;
                inLevel++;
            }
            require(inLevel > 0 && inLevel == side.orders(level) && shown == side.shown(level) && total == side.open(level),
                    "totals of the level at " + side.price(level));
            count += inLevel;
            resting += total;
        }
        require(resting == side.resting(), "what stands on a side of " + listing.instrument().symbol());
        counted += count;
        return expiring;
    }

    private void order(Listing listing, BookSide side, int order, int level, int previous, boolean waits) {
        long id = orders.get(order, OrderRow.ID);
        long flags = orders.get(order, OrderRow.FLAGS);
        long leaves = orders.get(order, OrderRow.LEAVES);
        long shown = orders.get(order, OrderRow.SHOWN);
        long display = orders.getCold(order, OrderRow.DISPLAY);
        int status = OrderRow.status(flags);
        require(orders.find(id) == order && (flags & OrderRow.ADMITTED) != 0, "order " + id + " is not found");
        require(OrderRow.isUsed(flags) || !listing.boundsOpenOrders(), "order " + id + " has no second row, and is counted");
        require(OrderRow.symbol(flags) == listing.number(), "order " + id + " stands on another symbol");
        require(orders.queueOf(flags, listing) == side && OrderRow.upper(orders.get(order, OrderRow.LEVEL_ACCOUNT)) == level,
                "order " + id + " stands in another queue");
        require((waits ? orders.getCold(order, OrderRow.STOP) : orders.get(order, OrderRow.PRICE)) == side.price(level),
                "order " + id + " stands at another price");
        require(orders.get(order, OrderRow.PREVIOUS) == previous, "order " + id + " links to another");
        require(leaves > 0 && shown > 0 && shown <= leaves && (waits || display != 0 || shown == leaves), "quantities of order " + id);
        require(waits || display == 0 || shown <= display, "order " + id + " shows more than it may");
        require(leaves <= orders.quantity(order) - orders.getCold(order, OrderRow.EXECUTED),
                "order " + id + " has too much left");
        require(waits == (status == OrderStatus.PENDING_TRIGGER.ordinal()), "order " + id + " has another status");
        require(waits || (status == OrderStatus.PARTIALLY_FILLED.ordinal()) == (orders.getCold(order, OrderRow.EXECUTED) > 0),
                "order " + id + " has another status");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
