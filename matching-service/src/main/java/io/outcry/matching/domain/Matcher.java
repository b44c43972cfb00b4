// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.EXECUTED;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.PRICE;
import static io.outcry.matching.domain.book.OrderRow.QUANTITY;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;

/** Price-time priority: lets an order trade with the other side as far as it goes, and rests or ends what remains. */
final class Matcher {

    private static final int NO_PREVENTION = SelfTradePrevention.NONE.ordinal();
    private static final int BUY = Side.BUY.ordinal();

    private final Orders orders;
    private final BookRows rows;
    private final CommandOutcome outcome;
    private final OrderReports reports;
    private final int fillsPerCommand;
    private final int looksPerCommand;
    private final Prevention prevention;
    private final Liquidity liquidity;
    private long command;
    private int fillsLeft;

    /** Resting orders that the command has looked at for FOK orders. */
    private int looks;

    private long reference;

    Matcher(Orders orders, CommandOutcome outcome, EngineLimits limits) {
        this.orders = orders;
        rows = orders.rows();
        this.outcome = outcome;
        reports = outcome.orders();
        fillsPerCommand = limits.fillsPerCommand();
        looksPerCommand = limits.looksPerCommand();
        prevention = new Prevention(orders, reports);
        liquidity = new Liquidity(orders);
    }

    /** Before the first trade of a command, at the latest: fixes the middle of the dynamic band; the limits of fills and looks are whole. */
    void about(Listing listing) {
        if (command != outcome.sequence()) {
            command = outcome.sequence();
            fillsLeft = fillsPerCommand;
            looks = 0;
            reference = listing.lastTradePrice();
        }
    }

    /** After an auction's trades: what follows them in the same command is measured from their price, as it is in the next one. */
    void opened(Listing listing) {
        reference = listing.lastTradePrice();
    }

    /** Takes one of the trades that the command may still lead to, if it may trade at this price; whether it may. */
    boolean spend(long price, Listing listing) {
        return Bands.holds(price, reference, listing.instrument().volatilityBandBps()) && spend();
    }

    /** Takes one of the trades that the command may still lead to. */
    boolean spend() {
        return fillsLeft != 0 && fillsLeft-- != 0;
    }

    int fillsLeft() {
        return fillsLeft;
    }

    /** Whether one more stop may be set off: half of the trades that the command may lead to are left, at least, and a look. */
    boolean hasRoomForStop() {
        return fillsLeft >= fillsPerCommand - fillsLeft && looks < looksPerCommand;
    }

    long reference() {
        return reference;
    }

    Liquidity liquidity() {
        return liquidity;
    }

    /** Lets an order that stands in no queue trade; then it rests, or it has ended. */
    void enter(int order, Listing listing) {
        long[] hot = rows.hot();
        long flags = hot[order + FLAGS];
        BookSide makers = listing.book(opposite(OrderRow.side(flags)));
        long price = hot[order + PRICE];
        long worst = price != 0 ? makers.rank(price) : Long.MIN_VALUE;
        OrderStatus end = OrderStatus.NEW;
        if (!makers.isEmpty() && makers.bestRank() >= worst) {
            if (OrderRow.timeInForce(flags) == TimeInForce.FOK.ordinal()
                    && !isFillable(order, listing, makers, worst)) {
                orders.end(order, OrderStatus.EXPIRED, listing);
                return;
            }
            orders.use(order);
            boolean byQuote = OrderRow.type(flags) == OrderType.MARKET.ordinal() && rows.cold()[order + DISPLAY] != 0;
            end = byQuote ? takeByQuote(order, listing, makers) : take(order, listing, makers, worst);
        }
        if (end == OrderStatus.NEW && OrderTypes.rests(OrderRow.timeInForce(flags))) {
            orders.rest(order, listing);
        } else {
            orders.end(order, end == OrderStatus.NEW ? OrderStatus.EXPIRED : end, listing);
        }
    }

    private boolean isFillable(int order, Listing listing, BookSide makers, long worst) {
        boolean suffices = liquidity.suffices(order, listing, makers, worst, reference, fillsLeft);
        looks += fillsLeft - liquidity.stepsLeft();
        return suffices;
    }

    /** Trades by quantity. NEW: something is left that nobody stops; any other status is the order's end. */
    private OrderStatus take(int taker, Listing listing, BookSide makers, long worst) {
        long[] hot = rows.hot();
        long leaves = hot[taker + LEAVES];
        int mode = OrderRow.prevention(hot[taker + FLAGS]);
        int account = OrderRow.lower(hot[taker + LEVEL_ACCOUNT]);
        while (true) {
            int level = makers.best();
            if (level == 0 || makers.bestRank() < worst) {
                return OrderStatus.NEW;
            }
            long price = makers.bestPrice();
            if (fillsLeft != 0 && !Bands.holds(price, reference, listing.instrument().volatilityBandBps())) {
                return halt(listing);
            }
            do {
                if (fillsLeft == 0) {
                    return OrderStatus.EXPIRED;
                }
                fillsLeft--;
                int maker = makers.first(level);
                if (mode != NO_PREVENTION && OrderRow.lower(hot[maker + LEVEL_ACCOUNT]) == account) {
                    leaves = prevention.apply(mode, taker, makers, level, maker, listing);
                    if (leaves == 0) {
                        return OrderStatus.EXPIRED_IN_MATCH;
                    }
                } else {
                    long quantity = Math.min(leaves, hot[maker + SHOWN]);
                    leaves -= quantity;
                    hot[taker + LEAVES] = leaves;
                    trade(taker, makers, level, maker, price, quantity, listing);
                    if (leaves == 0) {
                        return orders.isWhole(taker) ? OrderStatus.FILLED : OrderStatus.EXPIRED_IN_MATCH;
                    }
                }
            } while (makers.best() == level);
        }
    }

    /** Trades until the budget does not buy a lot any more. */
    private OrderStatus takeByQuote(int taker, Listing listing, BookSide makers) {
        long[] hot = rows.hot();
        long[] cold = rows.cold();
        hot[taker + LEAVES] = cold[taker + DISPLAY];
        int mode = OrderRow.prevention(hot[taker + FLAGS]);
        int account = OrderRow.lower(hot[taker + LEVEL_ACCOUNT]);
        long lot = listing.instrument().lotSize();
        for (int level = makers.best(); level != 0 && hot[taker + LEAVES] != 0; level = makers.best()) {
            long price = makers.bestPrice();
            long affordable = hot[taker + LEAVES] / price;
            if (affordable < lot) {
                return cold[taker + EXECUTED] != 0 ? OrderStatus.FILLED : OrderStatus.EXPIRED;
            }
            if (fillsLeft == 0) {
                return OrderStatus.EXPIRED;
            }
            if (!Bands.holds(price, reference, listing.instrument().volatilityBandBps())) {
                return halt(listing);
            }
            int maker = makers.first(level);
            fillsLeft--;
            if (mode != NO_PREVENTION && orders.account(maker) == account) {
                int effective = mode == SelfTradePrevention.DECREMENT.ordinal() ? SelfTradePrevention.EXPIRE_TAKER.ordinal() : mode;
                if (prevention.apply(effective, taker, makers, level, maker, listing) == 0) {
                    return OrderStatus.EXPIRED_IN_MATCH;
                }
                continue;
            }
            long quantity = Math.min(hot[maker + SHOWN], affordable - affordable % lot);
            hot[taker + LEAVES] -= price * quantity;
            cold[taker + QUANTITY] += quantity;
            trade(taker, makers, level, maker, price, quantity, listing);
        }
        return hot[taker + LEAVES] == 0 ? OrderStatus.FILLED : OrderStatus.EXPIRED;
    }

    /** One trade of an order that came in, which the caller takes off what that has open, with a resting one that stands first at its level. */
    void trade(int taker, BookSide makers, int level, int maker, long price, long quantity, Listing listing) {
        Instrument rules = listing.instrument();
        long notional = price * quantity;
        long[] hot = rows.hot();
        orders.execute(taker, quantity, notional);
        outcome.tradesToCome().add(hot[taker + ID], hot[maker + ID], OrderRow.side(hot[taker + FLAGS]), price, quantity,
                Fees.of(notional, rules.takerFeeBps()), Fees.of(notional, rules.makerFeeBps()));
        listing.tradedAt(price);
        fill(makers, level, maker, quantity, notional, listing);
    }

    /** Executes a resting order that stands first at its level. */
    void fill(BookSide side, int level, int order, long quantity, long notional, Listing listing) {
        orders.execute(order, quantity, notional);
        reports.touch(order);
        if (side.take(level, order, quantity) == 0) {
            orders.end(order, orders.isWhole(order) ? OrderStatus.FILLED : OrderStatus.EXPIRED_IN_MATCH, listing);
        } else {
            long[] hot = rows.hot();
            hot[order + FLAGS] = OrderRow.withStatus(hot[order + FLAGS], OrderStatus.PARTIALLY_FILLED.ordinal());
        }
    }

    private OrderStatus halt(Listing listing) {
        listing.enter(TradingState.HALTED);
        outcome.defines(listing);
        return OrderStatus.EXPIRED;
    }

    static int opposite(int side) {
        return side == BUY ? Side.SELL.ordinal() : BUY;
    }
}
