// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import org.jspecify.annotations.Nullable;

/** A new order: repeated if it was placed before, refused by the first rule it breaks, or let in. */
final class Placement {

    private static final long DAY_US = 86_400_000_000L;

    private final EngineLimits limits;
    private final Listings listings;
    private final Orders orders;
    private final Matcher matcher;
    private final CommandOutcome outcome;
    private final Placements placements;
    private int toRemember;
    private boolean asItCame;

    Placement(EngineLimits limits, Listings listings, Orders orders, Matcher matcher, CommandOutcome outcome) {
        this.limits = limits;
        this.listings = listings;
        this.orders = orders;
        this.matcher = matcher;
        this.outcome = outcome;
        placements = new Placements(limits);
    }

    Placements placements() {
        return placements;
    }

    /** @return the symbol, unless it is unknown or nothing new was placed */
    @Nullable
    Listing place(long id, NewOrder order) {
        if (isNamed(order)) {
            return placeNamed(id, order);
        }
        Listing listing = listing(order);
        place(id, order, listing, listing == null ? RejectCode.UNKNOWN_SYMBOL : check(order, listing));
        return listing;
    }

    /**
     * As the other one, for an order whose numbers have digits of their own after the point. If its symbol can hold them it is an order like any
     * other; if not, it is refused, and told as it came.
     *
     * @return the symbol, if it was let in
     */
    @Nullable
    Listing place(long id, NewOrder order, int priceScale, int quantityScale) {
        Listing listing = order.symbol == MatchingEngine.UNKNOWN ? null : listings.get(order.symbol);
        if (!Rescaling.isScale(priceScale) || !Rescaling.isScale(quantityScale)) {
            outcome.about(order.symbolName, 0, 0);
            place(id, order, null, RejectCode.INVALID_COMMAND);
            return null;
        }
        if (listing != null && order.rescale(priceScale, quantityScale, listing.instrument())) {
            return place(id, order);
        }
        refuse(id, order, listing, priceScale, quantityScale);
        return null;
    }

    private void refuse(long id, NewOrder order, @Nullable Listing listing, int priceScale, int quantityScale) {
        boolean named = isNamed(order);
        int before = named ? placements.find(order.clientOrderId, order.account, outcome.timeUs()) : 0;
        if (before != 0 && placements.isSame(before, order, priceScale, quantityScale)) {
            placements.repeat(before, order, orders, outcome);
            return;
        }
        outcome.about(order.symbolName, priceScale, quantityScale);
        if (before != 0 || named && orders.find(order.clientOrderId, order.account) != 0) {
            place(id, order, null, RejectCode.DUPLICATE_CLIENT_ORDER_ID);
            return;
        }
        RejectCode reject = listing == null
                ? RejectCode.UNKNOWN_SYMBOL
                : PlacementRules.checkUnfit(order, listing, outcome.timeUs(), priceScale, quantityScale);
        int created = place(id, order, null, reject);
        toRemember = named ? created : 0;
        asItCame = named && listing == null;
    }

    private static boolean isNamed(NewOrder order) {
        return !order.clientOrderId.isEmpty() && order.account != MatchingEngine.UNKNOWN;
    }

    private @Nullable Listing placeNamed(long id, NewOrder order) {
        int before = placements.find(order.clientOrderId, order.account, outcome.timeUs());
        Listing listing = listing(order);
        if (before != 0 && placements.isSame(before, order, listing)) {
            placements.repeat(before, order, orders, outcome);
            return null;
        }
        if (before != 0 || orders.find(order.clientOrderId, order.account) != 0) {
            place(id, order, listing, RejectCode.DUPLICATE_CLIENT_ORDER_ID);
            return listing;
        }
        toRemember = place(id, order, listing, listing == null ? RejectCode.UNKNOWN_SYMBOL : check(order, listing));
        return listing;
    }

    /** Keeps what a named placement has led to, once the command is through. */
    void remember(NewOrder order) {
        if (toRemember != 0) {
            placements.remember(order, asItCame, toRemember, orders, outcome);
            toRemember = 0;
            asItCame = false;
        }
    }

    private @Nullable Listing listing(NewOrder order) {
        if (order.symbol == MatchingEngine.UNKNOWN) {
            outcome.about(order.symbolName, 0, 0);
            return null;
        }
        Listing listing = listings.get(order.symbol);
        outcome.about(listing);
        return listing;
    }

    private int place(long id, NewOrder order, @Nullable Listing listing, RejectCode reject) {
        int created = orders.create(id, order, order.timeInForce() == TimeInForce.DAY ? nextMidnightUs() : order.expireTimeUs);
        if (listing == null || reject != RejectCode.NONE) {
            refuse(created, order, reject);
        } else {
            outcome.orders().touch(created);
            accept(created, order, listing);
        }
        return created;
    }

    private RejectCode check(NewOrder order, Listing listing) {
        RejectCode reject = PlacementRules.check(order, listing, outcome.timeUs(), limits.ordersPerBook());
        if (reject == RejectCode.NONE && listing.state() == TradingState.AUCTION && order.type() == OrderType.LIMIT) {
            boolean meetsOwn = order.selfTradePrevention() != SelfTradePrevention.NONE
                    && matcher.liquidity().crossesOwn(order.account, listing, order.side().ordinal(), order.price, 0,
                            limits.fillsPerCommand());
            return meetsOwn ? RejectCode.SELF_TRADE : RejectCode.NONE;
        }
        return reject;
    }

    private void refuse(int order, NewOrder terms, RejectCode reject) {
        outcome.reject(reject);
        boolean named = terms.side() != Side.UNSPECIFIED && terms.type() != OrderType.UNSPECIFIED
                && terms.timeInForce() != TimeInForce.UNSPECIFIED;
        if (named) {
            outcome.orders().touch(order);
        }
        orders.refuse(order);
    }

    private void accept(int order, NewOrder terms, Listing listing) {
        matcher.about(listing);
        if (terms.type().isStop()) {
            orders.await(order, listing);
        } else if (listing.state() == TradingState.AUCTION) {
            orders.rest(order, listing);
        } else {
            matcher.enter(order, listing);
        }
    }

    private long nextMidnightUs() {
        long day = Math.floorDiv(outcome.timeUs(), DAY_US);
        return day == Long.MAX_VALUE / DAY_US ? Long.MAX_VALUE : (day + 1) * DAY_US;
    }
}
