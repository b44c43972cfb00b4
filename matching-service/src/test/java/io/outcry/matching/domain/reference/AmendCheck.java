// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.TradingState;
import java.math.BigInteger;

/** What an account's open order must fulfil as it would be after an amend, in order of precedence. */
final class AmendCheck {

    private final Turn turn;
    private final PlainBook book;
    private final PlainOrder order;
    private final AmendOrder amend;
    private final long price;
    private final long quantity;

    AmendCheck(Turn turn, PlainOrder order, AmendOrder amend) {
        this.turn = turn;
        book = turn.book;
        this.order = order;
        this.amend = amend;
        price = amend.price() == 0 ? order.price : amend.price();
        quantity = amend.quantity() == 0 ? order.quantity : amend.quantity();
    }

    RejectCode check() {
        Instrument rules = book.rules;
        if (amend.price() < 0 || amend.quantity() < 0 || (amend.price() == 0 && amend.quantity() == 0)
                || (amend.price() != 0 && !order.isPriced())) {
            return RejectCode.INVALID_COMMAND;
        }
        if ((book.state != TradingState.TRADING && book.state != TradingState.AUCTION) || book.isUncrossing()) {
            return RejectCode.HALTED;
        }
        if (price % rules.tickSize() != 0) {
            return RejectCode.INVALID_TICK;
        }
        if (quantity % rules.lotSize() != 0) {
            return RejectCode.INVALID_LOT;
        }
        if (!isInRange()) {
            return RejectCode.QUANTITY_OUT_OF_RANGE;
        }
        if (order.isPriced() && price * quantity < rules.minNotional()) {
            return RejectCode.MIN_NOTIONAL;
        }
        if (price != order.price && ExactMath.isOutside(price, book.lastTradePrice, rules.priceBandBps())) {
            return RejectCode.PRICE_BAND;
        }
        return book.isWaiting(order) || keepsItsPlace() ? RejectCode.NONE : checkNewPlace();
    }

    /** Same price, no more quantity. */
    boolean keepsItsPlace() {
        return price == order.price && quantity <= order.quantity;
    }

    long price() {
        return price;
    }

    long quantity() {
        return quantity;
    }

    private long newLeaves() {
        return quantity - order.executed - order.prevented;
    }

    private boolean isInRange() {
        if (quantity < book.rules.minQuantity() || quantity > book.rules.maxQuantity()
                || quantity <= order.executed + order.prevented) {
            return false;
        }
        if (!order.isPriced()) {
            return true;
        }
        if (!order.fitsItsParts(quantity)) {
            return false;
        }
        BigInteger others = book.openQuantity(order.side()).subtract(BigInteger.valueOf(order.leaves()));
        return ExactMath.fits(ExactMath.product(price, quantity))
                && (!order.canStay() || ExactMath.fits(others.add(BigInteger.valueOf(newLeaves()))));
    }

    private RejectCode checkNewPlace() {
        SelfTradePrevention mode = order.terms.selfTradePrevention();
        if (book.state == TradingState.AUCTION) {
            boolean meets = book.ownCrossing(order, price, turn.stepsLeft())
                    .anyMatch(own -> mode != SelfTradePrevention.NONE
                            || own.terms.selfTradePrevention() != SelfTradePrevention.NONE && Auction.taker(own, order) == own);
            return meets ? RejectCode.SELF_TRADE : RejectCode.NONE;
        }
        if (order.terms.postOnly() && book.wouldTake(order, price)) {
            return RejectCode.WOULD_TAKE;
        }
        boolean ownOrderEndsIt = mode != SelfTradePrevention.NONE && mode != SelfTradePrevention.EXPIRE_MAKER;
        return ownOrderEndsIt && reachesItself() ? RejectCode.SELF_TRADE : RejectCode.NONE;
    }

    /** Whether the order would come to one of its own account before it has enough. */
    private boolean reachesItself() {
        long left = newLeaves();
        int steps = turn.stepsLeft();
        for (var level : book.opposite(order.side()).entrySet()) {
            if (!order.crosses(price, level.getKey()) || turn.isTooVolatile(level.getKey())) {
                return false;
            }
            boolean hasOwn = level.getValue().stream().anyMatch(maker -> maker.account().equals(order.account()));
            for (PlainOrder maker : level.getValue()) {
                if (steps-- == 0) {
                    return false;
                }
                if (maker.account().equals(order.account())) {
                    return true;
                }
                left -= Math.min(left, hasOwn ? maker.shown : maker.leaves());
                if (left == 0) {
                    return false;
                }
            }
        }
        return false;
    }
}
