// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;

/** An order that takes from the other side until it has enough, meets its limit, or is stopped; then it rests or ends. */
final class Matching {

    private final Turn turn;
    private final PlainBook book;

    Matching(Turn turn) {
        this.turn = turn;
        book = turn.book;
    }

    /** Leaves {@code taker} with its status after the command. It is on no book before. */
    void match(PlainOrder taker) {
        if (taker.terms.timeInForce() == TimeInForce.FOK && !FillOrKill.isFillable(taker, turn)) {
            taker.status = OrderStatus.EXPIRED;
            return;
        }
        var levels = book.opposite(taker.side());
        while (!levels.isEmpty() && taker.crosses(levels.firstKey()) && wanted(taker, levels.firstKey()) > 0) {
            long price = levels.firstKey();
            PlainOrder maker = levels.firstEntry().getValue().getFirst();
            if (turn.stepsLeft() == 0) {
                taker.status = OrderStatus.EXPIRED;
                return;
            }
            if (turn.isTooVolatile(price)) {
                book.state = TradingState.HALTED;
                taker.status = OrderStatus.EXPIRED;
                return;
            }
            if (taker.preventionAsTaker() != SelfTradePrevention.NONE && taker.account().equals(maker.account())) {
                turn.countStep();
                if (prevent(taker, maker)) {
                    taker.status = OrderStatus.EXPIRED_IN_MATCH;
                    return;
                }
            } else {
                long traded = Math.min(wanted(taker, price), maker.shown);
                turn.trade(taker, maker, price, traded);
                turn.useShown(maker, traded);
            }
        }
        finish(taker);
    }

    /** How much it would still take at a price. */
    private long wanted(PlainOrder taker, long price) {
        if (!taker.isByQuote()) {
            return taker.leaves();
        }
        long affordable = budgetLeft(taker) / price;
        return affordable - affordable % book.rules.lotSize();
    }

    private static long budgetLeft(PlainOrder taker) {
        return taker.terms.quoteQuantity() - taker.quote.longValueExact();
    }

    /** @return whether the taker's remainder ends with it */
    private boolean prevent(PlainOrder taker, PlainOrder maker) {
        return switch (taker.preventionAsTaker()) {
            case NONE -> throw new IllegalStateException("nothing to prevent");
            case EXPIRE_TAKER -> true;
            case EXPIRE_MAKER -> {
                expire(maker);
                yield false;
            }
            case EXPIRE_BOTH -> {
                expire(maker);
                yield true;
            }
            case DECREMENT -> {
                long prevented = Math.min(taker.leaves(), maker.shown);
                taker.prevented += prevented;
                maker.prevented += prevented;
                turn.touch(maker);
                turn.useShown(maker, prevented);
                yield taker.leaves() == 0;
            }
        };
    }

    private void expire(PlainOrder maker) {
        turn.touch(maker);
        turn.remove(maker);
        maker.status = OrderStatus.EXPIRED_IN_MATCH;
    }

    /** Nobody is left to trade with, or nothing to trade. */
    private void finish(PlainOrder taker) {
        if (taker.isByQuote()) {
            var levels = book.opposite(taker.side());
            boolean spent = budgetLeft(taker) == 0 || (!levels.isEmpty() && wanted(taker, levels.firstKey()) == 0);
            taker.status = spent && taker.executed > 0 ? OrderStatus.FILLED : OrderStatus.EXPIRED;
        } else if (taker.leaves() == 0) {
            Turn.endWithoutLeaves(taker);
        } else if (taker.canStay()) {
            turn.rest(taker);
        } else {
            taker.status = OrderStatus.EXPIRED;
        }
    }
}
