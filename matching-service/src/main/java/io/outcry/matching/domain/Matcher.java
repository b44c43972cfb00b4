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
import static io.outcry.matching.domain.book.OrderRow.QUOTE_HIGH;
import static io.outcry.matching.domain.book.OrderRow.QUOTE_LOW;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.Rows;

/** Price-time priority: lets an order trade with the other side as far as it goes, and rests or ends what remains. */
final class Matcher {

    private static final int NO_PREVENTION = SelfTradePrevention.NONE.ordinal();
    private static final int BUY = Side.BUY.ordinal();

    private final Orders orders;
    private final Rows rows;
    private final CommandOutcome outcome;
    private final OrderReports reports;
    private final Trades trades;
    private final int fillsPerCommand;
    private final Prevention prevention;
    private final Liquidity liquidity;
    private long command;
    private int fillsLeft;
    private long reference;

    Matcher(Orders orders, CommandOutcome outcome, int fillsPerCommand) {
        this.orders = orders;
        rows = orders.rows();
        this.outcome = outcome;
        reports = outcome.orders();
        trades = outcome.trades();
        this.fillsPerCommand = fillsPerCommand;
        prevention = new Prevention(orders, reports);
        liquidity = new Liquidity(orders);
    }

    /** Before the first trade of a command, at the latest: fixes the middle of the dynamic band; the limit of fills is whole. */
    void about(Listing listing) {
        if (command != outcome.sequence()) {
            command = outcome.sequence();
            fillsLeft = fillsPerCommand;
            reference = listing.lastTradePrice();
        }
    }

    /** Takes one of the trades that the command may still lead to. */
    boolean spend() {
        return fillsLeft != 0 && fillsLeft-- != 0;
    }

    int fillsLeft() {
        return fillsLeft;
    }

    long reference() {
        return reference;
    }

    Liquidity liquidity() {
        return liquidity;
    }

    /** Lets an order that stands in no queue trade; then it rests, or it has ended. */
    void enter(int order, Listing listing) {
        long[] row = rows.cells();
        long flags = row[order + FLAGS];
        BookSide makers = listing.book(opposite(OrderRow.side(flags)));
        long price = row[order + PRICE];
        long worst = price != 0 ? makers.rank(price) : Long.MIN_VALUE;
        OrderStatus end = OrderStatus.NEW;
        if (!makers.isEmpty() && makers.prices().bestRank() >= worst) {
            if (OrderRow.timeInForce(flags) == TimeInForce.FOK.ordinal()
                    && !liquidity.suffices(order, listing, makers, worst, reference, fillsLeft)) {
                orders.end(order, OrderStatus.EXPIRED, listing);
                return;
            }
            boolean byQuote = OrderRow.type(flags) == OrderType.MARKET.ordinal() && row[order + DISPLAY] != 0;
            end = byQuote ? takeByQuote(order, listing, makers) : take(order, listing, makers, worst);
        }
        if (end == OrderStatus.NEW && OrderTypes.rests(OrderRow.timeInForce(flags))) {
            orders.rest(order, listing);
        } else {
            orders.end(order, row, end == OrderStatus.NEW ? OrderStatus.EXPIRED : end, listing);
        }
    }

    /** Trades by quantity. NEW: something is left that nobody stops; any other status is the order's end. */
    private OrderStatus take(int taker, Listing listing, BookSide makers, long worst) {
        long[] row = rows.cells();
        long leaves = row[taker + LEAVES];
        int mode = OrderRow.prevention(row[taker + FLAGS]);
        int account = OrderRow.lower(row[taker + LEVEL_ACCOUNT]);
        while (true) {
            int level = makers.best();
            if (level == 0 || makers.prices().bestRank() < worst) {
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
                long[] makerRow = rows.cells();
                if (mode != NO_PREVENTION && OrderRow.lower(makerRow[maker + LEVEL_ACCOUNT]) == account) {
                    leaves = prevention.apply(mode, row, taker, makers, level, maker, listing);
                    if (leaves == 0) {
                        return OrderStatus.EXPIRED_IN_MATCH;
                    }
                } else {
                    long quantity = Math.min(leaves, makerRow[maker + SHOWN]);
                    leaves -= quantity;
                    row[taker + LEAVES] = leaves;
                    trade(row, taker, makers, level, maker, price, quantity, listing);
                    if (leaves == 0) {
                        return row[taker + EXECUTED] == row[taker + QUANTITY] ? OrderStatus.FILLED : OrderStatus.EXPIRED_IN_MATCH;
                    }
                }
            } while (makers.best() == level);
        }
    }

    /** Trades until the budget does not buy a lot any more. */
    private OrderStatus takeByQuote(int taker, Listing listing, BookSide makers) {
        long[] row = rows.cells();
        row[taker + LEAVES] = row[taker + DISPLAY];
        int mode = OrderRow.prevention(row[taker + FLAGS]);
        int account = OrderRow.lower(row[taker + LEVEL_ACCOUNT]);
        long lot = listing.instrument().lotSize();
        for (int level = makers.best(); level != 0 && row[taker + LEAVES] != 0; level = makers.best()) {
            long price = makers.bestPrice();
            long affordable = row[taker + LEAVES] / price;
            if (affordable < lot) {
                return row[taker + EXECUTED] != 0 ? OrderStatus.FILLED : OrderStatus.EXPIRED;
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
                if (prevention.apply(effective, row, taker, makers, level, maker, listing) == 0) {
                    return OrderStatus.EXPIRED_IN_MATCH;
                }
                continue;
            }
            long quantity = Math.min(orders.get(maker, SHOWN), affordable - affordable % lot);
            row[taker + LEAVES] -= price * quantity;
            row[taker + QUANTITY] += quantity;
            trade(row, taker, makers, level, maker, price, quantity, listing);
        }
        return row[taker + LEAVES] == 0 ? OrderStatus.FILLED : OrderStatus.EXPIRED;
    }

    private void trade(
            long[] row, int base, BookSide makers, int level, int maker, long price, long quantity, Listing listing) {
        Instrument rules = listing.instrument();
        long notional = price * quantity;
        long[] makerRow = rows.cells();
        execute(row, base, quantity, notional);
        trades.add(row[base + ID], makerRow[maker + ID], OrderRow.side(row[base + FLAGS]), price, quantity,
                Fees.of(notional, rules.takerFeeBps()), Fees.of(notional, rules.makerFeeBps()));
        listing.tradedAt(price);
        fill(makers, level, maker, makerRow, quantity, notional, listing);
    }

    /** Executes a resting order that stands first at its level. */
    void fill(
            BookSide side, int level, int order, long[] row, long quantity, long notional, Listing listing) {
        execute(row, order, quantity, notional);
        reports.touch(order);
        long left = side.take(level, order, row, quantity);
        if (left == 0) {
            boolean whole = row[order + EXECUTED] == row[order + QUANTITY];
            orders.end(order, row, whole ? OrderStatus.FILLED : OrderStatus.EXPIRED_IN_MATCH, listing);
        } else {
            row[order + FLAGS] = OrderRow.withStatus(row[order + FLAGS], OrderStatus.PARTIALLY_FILLED.ordinal());
        }
    }

    private static void execute(long[] row, int base, long quantity, long notional) {
        row[base + EXECUTED] += quantity;
        row[base + FLAGS] |= OrderRow.USED;
        long low = row[base + QUOTE_LOW] + notional;
        row[base + QUOTE_LOW] = low;
        if (Long.compareUnsigned(low, notional) < 0) {
            row[base + QUOTE_HIGH]++;
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
