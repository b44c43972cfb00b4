// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.SelfTradePrevention;
import java.math.BigInteger;
import java.util.Deque;

/** Whether an order can be had whole, told from the book before anything changes. */
final class FillOrKill {

    private FillOrKill() {}

    static boolean isFillable(PlainOrder taker, Turn turn) {
        SelfTradePrevention mode = taker.preventionAsTaker();
        boolean ownOrderEndsIt = mode != SelfTradePrevention.NONE && mode != SelfTradePrevention.EXPIRE_MAKER;
        long missing = taker.leaves();
        BigInteger steps = BigInteger.ZERO;
        for (var level : turn.book.opposite(taker.side()).entrySet()) {
            if (!taker.crosses(level.getKey()) || turn.isTooVolatile(level.getKey())) {
                return false;
            }
            boolean lastLevel = ownOrderEndsIt && hasOwn(level.getValue(), taker);
            for (PlainOrder maker : level.getValue()) {
                boolean own = maker.account().equals(taker.account());
                if (own && lastLevel) {
                    return false;
                }
                boolean skipped = own && mode == SelfTradePrevention.EXPIRE_MAKER;
                steps = steps.add(skipped || lastLevel ? BigInteger.ONE : stepsToUseUp(maker));
                missing -= Math.min(missing, skipped ? 0 : lastLevel ? maker.shown : maker.leaves());
                if (missing == 0) {
                    return steps.compareTo(BigInteger.valueOf(turn.stepsLeft())) <= 0;
                }
            }
        }
        return false;
    }

    private static boolean hasOwn(Deque<PlainOrder> queue, PlainOrder taker) {
        return queue.stream().anyMatch(maker -> maker.account().equals(taker.account()));
    }

    /** One for what is shown, and one for each part that follows. */
    private static BigInteger stepsToUseUp(PlainOrder maker) {
        long hidden = maker.leaves() - maker.shown;
        return BigInteger.valueOf(hidden == 0 ? 0 : Math.ceilDiv(hidden, maker.terms.displayQuantity())).add(BigInteger.ONE);
    }
}
