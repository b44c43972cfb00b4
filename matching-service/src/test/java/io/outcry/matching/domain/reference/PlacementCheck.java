// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;
import java.math.BigInteger;

/** What a new order of a known symbol must fulfil, in order of precedence. */
final class PlacementCheck {

    private final PlainBook book;
    private final EngineLimits limits;
    private final PlainOrder order;
    private final PlaceOrder terms;
    private final boolean stays;
    private final boolean stop;

    PlacementCheck(PlainBook book, EngineLimits limits, PlainOrder order) {
        this.book = book;
        this.limits = limits;
        this.order = order;
        terms = order.terms;
        stays = order.canStay();
        stop = PlainOrder.isStop(terms.type());
    }

    RejectCode check(long nowUs) {
        Instrument rules = book.rules;
        if (!isWellFormed(nowUs)) {
            return RejectCode.INVALID_COMMAND;
        }
        if (!isTaken()) {
            return RejectCode.HALTED;
        }
        if (terms.price() % rules.tickSize() != 0 || terms.stopPrice() % rules.tickSize() != 0) {
            return RejectCode.INVALID_TICK;
        }
        if (terms.quantity() % rules.lotSize() != 0 || terms.displayQuantity() % rules.lotSize() != 0) {
            return RejectCode.INVALID_LOT;
        }
        if (!isInRange()) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if ((order.isPriced() && terms.price() * terms.quantity() < rules.minNotional())
                || (order.isByQuote() && terms.quoteQuantity() < rules.minNotional())) {
            return RejectCode.MIN_NOTIONAL;
        }
        if (order.isPriced() && ExactMath.isOutside(terms.price(), book.lastTradePrice, rules.priceBandBps())) {
            return RejectCode.PRICE_BAND;
        }
        if ((stays || stop) && book.size() >= limits.ordersPerBook()) {
            return RejectCode.BOOK_FULL;
        }
        if ((stays || stop) && rules.maxOpenOrders() != 0 && ownOrders() >= rules.maxOpenOrders()) {
            return RejectCode.TOO_MANY_OPEN_ORDERS;
        }
        return book.state == TradingState.TRADING ? checkTrading() : checkAuction();
    }

    private long ownOrders() {
        return book.openOrders().stream().filter(other -> other.terms.account().equals(terms.account())).count();
    }

    private RejectCode checkTrading() {
        if (terms.postOnly() && book.wouldTake(order, terms.price())) {
            return RejectCode.WOULD_TAKE;
        }
        boolean empty = book.opposite(terms.side()).isEmpty();
        return terms.type() == OrderType.MARKET && empty ? RejectCode.NO_LIQUIDITY : RejectCode.NONE;
    }

    private RejectCode checkAuction() {
        boolean careful = terms.type() == OrderType.LIMIT && terms.selfTradePrevention() != SelfTradePrevention.NONE;
        boolean meets = careful && book.ownCrossing(order, terms.price(), limits.fillsPerCommand()).findAny().isPresent();
        return meets ? RejectCode.SELF_TRADE : RejectCode.NONE;
    }

    /** Whether the state of the symbol lets it in. */
    boolean isTaken() {
        return switch (book.state) {
            case TRADING -> true;
            case AUCTION -> !book.isUncrossing() && (stop || (terms.type() == OrderType.LIMIT && stays && !terms.postOnly()));
            case HALTED, CANCEL_ONLY, CLOSED, UNSPECIFIED -> false;
        };
    }

    /** Whether it could be an order at all. */
    boolean isWellFormed(long nowUs) {
        return terms.side() != Side.UNSPECIFIED
                && terms.timeInForce() != TimeInForce.UNSPECIFIED
                && Names.isAccount(terms.account())
                && (terms.clientOrderId().isEmpty() || Names.isClientOrderId(terms.clientOrderId()))
                && (terms.timeInForce() == TimeInForce.GTD ? terms.expireTimeUs() > nowUs : terms.expireTimeUs() == 0)
                && isInTable();
    }

    private boolean isInTable() {
        boolean display = terms.displayQuantity() == 0
                || (terms.displayQuantity() > 0 && terms.displayQuantity() <= terms.quantity() && stays);
        return switch (terms.type()) {
            case UNSPECIFIED -> false;
            case LIMIT -> numbers(true, false, true, false) && display && (stays || !terms.postOnly());
            case MARKET -> !stays && plain() && (numbers(false, false, true, false)
                    || (numbers(false, false, false, true) && terms.timeInForce() == TimeInForce.IOC));
            case STOP_LOSS, TAKE_PROFIT -> !stays && plain() && numbers(false, true, true, false);
            case STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT -> numbers(true, true, true, false) && display && !terms.postOnly();
        };
    }

    private boolean plain() {
        return !terms.postOnly() && terms.displayQuantity() == 0;
    }

    /** Whether just these numbers are given. */
    private boolean numbers(boolean price, boolean stopPrice, boolean quantity, boolean quoteQuantity) {
        return isGiven(terms.price(), price)
                && isGiven(terms.stopPrice(), stopPrice)
                && isGiven(terms.quantity(), quantity)
                && isGiven(terms.quoteQuantity(), quoteQuantity);
    }

    private static boolean isGiven(long number, boolean wanted) {
        return wanted ? number > 0 : number == 0;
    }

    private boolean isInRange() {
        long quantity = terms.quantity();
        if (!order.isByQuote() && (quantity < book.rules.minQuantity() || quantity > book.rules.maxQuantity())) {
            return false;
        }
        if (!order.isPriced()) {
            return true;
        }
        if (!order.fitsItsParts(quantity)) {
            return false;
        }
        return ExactMath.fits(ExactMath.product(terms.price(), quantity))
                && (!stays || ExactMath.fits(book.openQuantity(terms.side()).add(BigInteger.valueOf(quantity))));
    }
}
