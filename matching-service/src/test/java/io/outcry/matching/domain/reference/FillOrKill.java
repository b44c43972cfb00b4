// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.SelfTradePrevention;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;

/** Whether an order can be had whole, told by trading with copies of what it would meet. */
final class FillOrKill {

    private FillOrKill() {}

    /** A place in the queue of a level: what is shown there, and what its order hides behind it. */
    private record Place(PlainOrder order, long shown, long hidden) {

        Place next() {
            long display = order.terms.displayQuantity();
            return new Place(order, Math.min(hidden, display), Math.max(0, hidden - display));
        }
    }

    static boolean isFillable(PlainOrder taker, Turn turn) {
        return isForAtMostAll(taker, turn) && meetsEnough(taker, turn);
    }

    /** Whether it is for no more than all that rests on the other side, whatever the price. */
    private static boolean isForAtMostAll(PlainOrder taker, Turn turn) {
        BigInteger resting = turn.book.opposite(taker.side()).values().stream()
                .flatMap(Deque::stream)
                .map(maker -> BigInteger.valueOf(maker.leaves()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return BigInteger.valueOf(taker.leaves()).compareTo(resting) <= 0;
    }

    private static boolean meetsEnough(PlainOrder taker, Turn turn) {
        SelfTradePrevention mode = taker.preventionAsTaker();
        long missing = taker.leaves();
        int stepsLeft = turn.stepsLeft();
        for (var level : turn.book.opposite(taker.side()).entrySet()) {
            if (!taker.crosses(level.getKey()) || turn.isTooVolatile(level.getKey())) {
                return false;
            }
            Deque<Place> queue = new ArrayDeque<>();
            level.getValue().forEach(maker -> queue.add(new Place(maker, maker.shown, maker.leaves() - maker.shown)));
            while (!queue.isEmpty()) {
                Place first = queue.remove();
                boolean prevented = mode != SelfTradePrevention.NONE && first.order.account().equals(taker.account());
                if (stepsLeft-- == 0) {
                    return false;
                }
                turn.looks++;
                if (prevented && mode != SelfTradePrevention.EXPIRE_MAKER) {
                    return false;
                }
                if (!prevented && first.shown >= missing) {
                    return true;
                }
                if (!prevented) {
                    missing -= first.shown;
                    if (first.hidden > 0) {
                        queue.add(first.next());
                    }
                }
            }
        }
        return false;
    }
}
