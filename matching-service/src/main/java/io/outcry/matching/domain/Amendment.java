// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.PRICE;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import org.jspecify.annotations.Nullable;

/** Another price or quantity for an open order: in its place where nobody behind it is worse off, otherwise as if it came anew. */
final class Amendment {

    private final Orders orders;
    private final Matcher matcher;
    private final PlainOrders plain;
    private final CommandOutcome outcome;

    Amendment(Orders orders, Matcher matcher, PlainOrders plain, CommandOutcome outcome) {
        this.orders = orders;
        this.matcher = matcher;
        this.plain = plain;
        this.outcome = outcome;
    }

    /** @return the symbol of the order, if it was found and more may follow */
    @Nullable
    Listing amend(int account, long orderId, long price, long quantity) {
        if (plain.amend(account, orderId, price, quantity)) {
            return null;
        }
        int order = find(account, orderId);
        return order == 0 ? null : amend(order, price, quantity);
    }

    /**
     * As the other one, for numbers with digits of their own after the point.
     *
     * @return the symbol of the order, if it was found and more may follow
     */
    @Nullable
    Listing amend(int account, long orderId, long price, int priceScale, long quantity, int quantityScale) {
        int order = find(account, orderId);
        if (order == 0) {
            return null;
        }
        Listing listing = orders.listing(order);
        int heldPriceScale = listing.instrument().priceScale();
        int heldQuantityScale = listing.instrument().quantityScale();
        RejectCode reject = RejectCode.NONE;
        if (!Rescaling.isScale(priceScale) || !Rescaling.isScale(quantityScale)) {
            reject = RejectCode.INVALID_COMMAND;
        } else if (!Rescaling.isExact(price, priceScale, heldPriceScale)) {
            reject = RejectCode.INVALID_TICK;
        } else if (!Rescaling.isExact(quantity, quantityScale, heldQuantityScale)) {
            reject = RejectCode.INVALID_LOT;
        } else if (!Rescaling.fits(price, priceScale, heldPriceScale) || !Rescaling.fits(quantity, quantityScale, heldQuantityScale)) {
            reject = RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (reject != RejectCode.NONE) {
            outcome.about(listing);
            outcome.reject(reject);
            return listing;
        }
        return amend(
                account,
                orderId,
                Rescaling.of(price, priceScale, heldPriceScale),
                Rescaling.of(quantity, quantityScale, heldQuantityScale));
    }

    private int find(int account, long orderId) {
        int order = orders.find(orderId);
        if (order == 0 || orders.account(order) != account) {
            outcome.aboutNone();
            outcome.reject(orders.missing(orderId, account));
            return 0;
        }
        return order;
    }

    private Listing amend(int order, long price, long quantity) {
        Listing listing = orders.listing(order);
        outcome.about(listing);
        matcher.about(listing);
        long newPrice = price == 0 ? orders.get(order, PRICE) : price;
        long newQuantity = quantity == 0 ? orders.quantity(order) : quantity;
        long newLeaves = newQuantity - orders.quantity(order) + orders.get(order, LEAVES);
        boolean samePrice = newPrice == orders.get(order, PRICE);
        boolean keepsPlace = samePrice && newLeaves <= orders.get(order, LEAVES);
        RejectCode reject = price < 0 || quantity < 0 || price == 0 && quantity == 0
                ? RejectCode.INVALID_COMMAND
                : check(order, listing, newPrice, newQuantity, newLeaves);
        if (reject == RejectCode.NONE && !keepsPlace) {
            reject = checkBook(order, listing, newPrice, newLeaves);
        }
        if (reject != RejectCode.NONE) {
            outcome.reject(reject);
        } else {
            outcome.orders().touch(order);
            apply(order, listing, newPrice, newQuantity, newLeaves, keepsPlace);
        }
        return listing;
    }

    private RejectCode check(int order, Listing listing, long price, long quantity, long leaves) {
        long flags = orders.get(order, FLAGS);
        boolean priced = OrderTypes.of(OrderRow.type(flags)).isPriced();
        Instrument rules = listing.instrument();
        if (!priced && price != 0) {
            return RejectCode.INVALID_COMMAND;
        }
        if (listing.state() != TradingState.TRADING && listing.state() != TradingState.AUCTION || listing.uncrossingPrice() != 0) {
            return RejectCode.HALTED;
        }
        if (!PlacementRules.isMultiple(price, rules.tickSize())) {
            return RejectCode.INVALID_TICK;
        }
        if (!PlacementRules.isMultiple(quantity, rules.lotSize())) {
            return RejectCode.INVALID_LOT;
        }
        if (quantity < rules.minQuantity()
                || quantity > rules.maxQuantity()
                || leaves <= 0
                || PlacementRules.hasTooManyParts(quantity, orders.getCold(order, DISPLAY))) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (!priced) {
            return RejectCode.NONE;
        }
        boolean counts = OrderTypes.rests(OrderRow.timeInForce(flags));
        long others = listing.open(OrderRow.side(flags)) - orders.get(order, LEAVES);
        if (!PlacementRules.isNotional(price, quantity) || counts && others + leaves < 0) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (price * quantity < rules.minNotional()) {
            return RejectCode.MIN_NOTIONAL;
        }
        boolean inBand = price == orders.get(order, PRICE) || Bands.holds(price, listing.lastTradePrice(), rules.priceBandBps());
        return inBand ? RejectCode.NONE : RejectCode.PRICE_BAND;
    }

    private RejectCode checkBook(int order, Listing listing, long price, long leaves) {
        long flags = orders.get(order, FLAGS);
        if (OrderRow.status(flags) == OrderStatus.PENDING_TRIGGER.ordinal()) {
            return RejectCode.NONE;
        }
        int side = OrderRow.side(flags);
        int mode = OrderRow.prevention(flags);
        int account = orders.account(order);
        BookSide makers = listing.book(Matcher.opposite(side));
        if (listing.state() == TradingState.AUCTION) {
            int careless = mode == SelfTradePrevention.NONE.ordinal() ? order : 0;
            boolean meetsOwn = matcher.liquidity().crossesOwn(account, listing, side, price, careless, matcher.fillsLeft());
            return meetsOwn ? RejectCode.SELF_TRADE : RejectCode.NONE;
        }
        if (!makers.reaches(price)) {
            return RejectCode.NONE;
        }
        if (OrderRow.isPostOnly(flags)) {
            return RejectCode.WOULD_TAKE;
        }
        boolean suffers = mode != SelfTradePrevention.NONE.ordinal() && mode != SelfTradePrevention.EXPIRE_MAKER.ordinal();
        boolean meetsOwn = suffers
                && matcher.liquidity().reachesOwn(account, leaves, listing, makers, makers.rank(price), matcher.reference(),
                        matcher.fillsLeft());
        return meetsOwn ? RejectCode.SELF_TRADE : RejectCode.NONE;
    }

    private void apply(int order, Listing listing, long price, long quantity, long leaves, boolean keepsPlace) {
        long flags = orders.get(order, FLAGS);
        boolean waits = OrderRow.status(flags) == OrderStatus.PENDING_TRIGGER.ordinal();
        if (keepsPlace || waits) {
            if (waits) {
                orders.countWaiting(listing, flags, leaves - orders.get(order, LEAVES));
            }
            orders.queueOf(flags, listing).resize(order, leaves, waits);
            orders.setQuantity(order, quantity);
            orders.set(order, PRICE, price);
            return;
        }
        orders.unqueue(order, listing);
        orders.setQuantity(order, quantity);
        orders.set(order, PRICE, price);
        orders.set(order, LEAVES, leaves);
        if (listing.state() == TradingState.AUCTION) {
            orders.rest(order, listing);
        } else {
            matcher.enter(order, listing);
        }
    }
}
