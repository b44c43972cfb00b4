// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.TimeInForce;
import java.util.Comparator;

/** When orders end by themselves, and what ending one without a trade does. */
final class Expiry {

    private static final long DAY_US = 86_400_000_000L;

    private Expiry() {}

    /** When an order of that placement ends; zero: never. */
    static long of(PlaceOrder terms, long nowUs) {
        return terms.timeInForce() == TimeInForce.DAY ? nextMidnight(nowUs) : terms.expireTimeUs();
    }

    /** Strictly later than now, but for the last day there is. */
    private static long nextMidnight(long nowUs) {
        long midnight = (nowUs / DAY_US + 1) * DAY_US;
        return midnight > 0 ? midnight : Long.MAX_VALUE;
    }

    /** Ends what is due, as far as one command may. */
    static void expire(Turn turn, long nowUs) {
        turn.book.openOrders().stream()
                .filter(order -> order.expireTimeUs > 0 && order.expireTimeUs <= nowUs)
                .sorted(Comparator.comparingLong((PlainOrder order) -> order.expireTimeUs).thenComparingLong(order -> order.id))
                .limit(turn.limits.fillsPerCommand())
                .forEach(order -> end(order, OrderStatus.EXPIRED, turn));
    }

    /** Ends an order that rests or waits. */
    static void end(PlainOrder order, OrderStatus status, Turn turn) {
        turn.touch(order);
        turn.remove(order);
        order.status = status;
    }
}
