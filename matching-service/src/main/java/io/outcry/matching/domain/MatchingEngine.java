// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one partition: a function of the commands it was given, in their order.
 *
 * <p>The same commands lead to the same outcomes on every machine. A command is checked in full before it changes anything; a "no" is an
 * outcome. An exception means a defect or a command that cannot be here: the engine must then be dropped. Not thread-safe.
 */
public final class MatchingEngine {

    private record OpenOrder(Order order, Listing listing) {}

    private final int partition;
    private final EngineLimits limits;
    private final Map<String, Listing> listings = new HashMap<>();
    private final Map<Long, OpenOrder> open = new HashMap<>();
    private final ClosedOrders closed;
    private final ClientOrderIds clientOrderIds;
    private long lastOffset = -1;
    private long sequence;
    private long timeUs;

    /** @param partition the partition of the command log, which is part of every order's id */
    public MatchingEngine(int partition, EngineLimits limits) {
        this.partition = partition;
        this.limits = limits;
        closed = new ClosedOrders(limits.rememberedClosedOrders());
        clientOrderIds = new ClientOrderIds(limits.rememberedPlacements(), limits.rememberedTrades());
    }

    /**
     * Applies the next command and writes all it did into {@code outcome}, replacing what that held.
     *
     * @param offset of the command in the log: larger than the one before, not always by one
     * @throws IllegalStateException if the offset is not larger than the last one
     */
    public void apply(long offset, Command command, CommandOutcome outcome) {
        if (offset <= lastOffset) {
            throw new IllegalStateException("offset " + offset + " after " + lastOffset + " in partition " + partition);
        }
        outcome.begin(offset, sequence + 1, Math.max(timeUs, command.timeUs()));
        switch (command) {
            case PlaceOrder place -> place(LogPosition.of(partition, offset), place, outcome);
            case CancelOrder cancel -> cancel(cancel, outcome);
            case DefineInstrument define -> define(define.instrument(), outcome);
            case SetTradingState set -> enter(set, outcome);
            case Tick _ -> {}
        }
        lastOffset = offset;
        sequence = outcome.sequence();
        timeUs = outcome.timeUs();
    }

    /** Offset of the last command; -1 before the first. */
    public long lastOffset() {
        return lastOffset;
    }

    /** How many commands were applied. */
    public long sequence() {
        return sequence;
    }

    /** How many orders rest on all books. */
    public int openOrders() {
        return open.size();
    }

    private void place(long orderId, PlaceOrder place, CommandOutcome outcome) {
        FirstOutcome first = clientOrderIds.find(place);
        if (first != null && first.order().terms().sameTerms(place)) {
            first.repeatInto(outcome);
            return;
        }
        Listing listing = listings.get(place.symbol());
        concerns(place.symbol(), listing, outcome);
        Order order = new Order(orderId, place);
        RejectCode reject = first != null
                ? RejectCode.DUPLICATE_CLIENT_ORDER_ID
                : listing == null ? RejectCode.UNKNOWN_SYMBOL : PlacementRules.check(place, listing);
        if (listing != null && reject == RejectCode.NONE) {
            listing.book().place(order, limits.fillsPerCommand(), outcome);
            settle(order, listing, outcome);
        } else {
            refuse(order, reject, outcome);
        }
        if (first == null) {
            clientOrderIds.remember(place, outcome, order);
        }
    }

    private void refuse(Order order, RejectCode reject, CommandOutcome outcome) {
        order.close(OrderStatus.REJECTED);
        outcome.reject(reject);
        closed.add(order);
        if (order.terms().isNamed()) {
            outcome.orders().add(order);
        }
    }

    /** Brings the index of open orders and the last price in step with the book. */
    private void settle(Order taker, Listing listing, CommandOutcome outcome) {
        if (taker.status().isOpen()) {
            open.put(taker.id(), new OpenOrder(taker, listing));
        } else {
            closed.add(taker);
        }
        OrderReports orders = outcome.orders();
        for (int i = 1; i < orders.size(); i++) {
            if (!orders.status(i).isOpen()) {
                open.remove(orders.orderId(i));
                closed.add(orders.orderId(i), orders.account(i));
            }
        }
        int trades = outcome.trades().size();
        if (trades > 0) {
            listing.tradedAt(outcome.trades().price(trades - 1));
        }
    }

    private void cancel(CancelOrder cancel, CommandOutcome outcome) {
        OpenOrder found = open.get(cancel.orderId());
        if (found == null) {
            boolean own = cancel.account().equals(closed.accountOf(cancel.orderId()));
            outcome.reject(own ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND);
        } else if (!found.order().terms().account().equals(cancel.account())) {
            outcome.reject(RejectCode.ORDER_NOT_FOUND);
        } else {
            outcome.about(found.listing().instrument());
            found.listing().book().cancel(found.order(), outcome);
            open.remove(cancel.orderId());
            closed.add(found.order());
        }
    }

    private void define(Instrument instrument, CommandOutcome outcome) {
        Listing listing = listings.get(instrument.symbol());
        concerns(instrument.symbol(), listing, outcome);
        if (!instrument.isWellFormed() || (listing == null && listings.size() >= limits.instruments())) {
            outcome.reject(RejectCode.INVALID_COMMAND);
        } else if (listing == null) {
            Listing created = new Listing(instrument);
            listings.put(instrument.symbol(), created);
            outcome.about(instrument);
            outcome.defines(created);
        } else if (!listing.instrument().sameScales(instrument)) {
            outcome.reject(RejectCode.SCALE_IMMUTABLE);
        } else {
            listing.redefine(instrument);
            outcome.defines(listing);
        }
    }

    private void enter(SetTradingState set, CommandOutcome outcome) {
        Listing listing = listings.get(set.symbol());
        concerns(set.symbol(), listing, outcome);
        if (listing == null) {
            outcome.reject(RejectCode.UNKNOWN_SYMBOL);
        } else if (set.state() == TradingState.UNSPECIFIED || set.state() == TradingState.AUCTION) {
            outcome.reject(RejectCode.INVALID_COMMAND);
        } else {
            listing.enter(set.state());
            outcome.defines(listing);
        }
    }

    private static void concerns(String symbol, @Nullable Listing listing, CommandOutcome outcome) {
        if (listing == null) {
            outcome.about(symbol, 0, 0);
        } else {
            outcome.about(listing.instrument());
        }
    }

    /**
     * Checks what must hold after every command, for tests: every book by itself, and the index of open orders against the books.
     *
     * @throws IllegalStateException naming what does not hold
     */
    void audit() {
        int resting = 0;
        for (Listing listing : listings.values()) {
            resting += listing.book().audit();
        }
        if (resting != open.size()) {
            throw new IllegalStateException(resting + " orders rest, " + open.size() + " are indexed");
        }
        open.forEach((id, found) -> {
            Order order = found.order();
            PriceLevel level = found.listing().book().levels(order.side()).get(order.price());
            if (order.id() != id || level == null || !level.queue().contains(order) || closed.accountOf(id) != null) {
                throw new IllegalStateException("open order " + id + " does not rest where the index says");
            }
        });
        if (closed.size() > limits.rememberedClosedOrders() || clientOrderIds.size() > limits.rememberedPlacements()) {
            throw new IllegalStateException("more is remembered than the limits allow");
        }
    }

    /** The book of a symbol, for tests; null if it is not known. */
    @Nullable
    OrderBook book(String symbol) {
        Listing listing = listings.get(symbol);
        return listing == null ? null : listing.book();
    }
}
