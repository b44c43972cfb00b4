// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.peer;

import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.ReportLog;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * The book that most would write, as well as it can be written with {@code java.util}: a TreeMap of price levels a side with the best one
 * at hand, a HashMap of orders by id, and the orders of a level linked in order of arrival.
 */
public final class LinkedBook implements BookUnderTest {

    private final LinkedSide bids = new LinkedSide(true);
    private final LinkedSide asks = new LinkedSide(false);
    private final HashMap<Long, LinkedOrder> orders = new HashMap<>();
    private final ReportLog reports;

    /** Of no meaning; that it is written keeps the compiler from leaving a reading out. */
    private long seen;

    /** @param reports where the book writes */
    public LinkedBook(ReportLog reports) {
        this.reports = reports;
    }

    @Override
    public void placeGoodTillCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        long left = match(buy, id, price, quantity);
        if (left > 0) {
            LinkedOrder order = new LinkedOrder(id, buy);
            order.price = price;
            order.open = left;
            orders.put(order.key, order);
            side(buy).append(order);
        }
    }

    @Override
    public void placeImmediateOrCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        if (match(buy, id, price, quantity) > 0) {
            reports.cancelled(buy, id, price);
        }
    }

    @Override
    public void cancel(long id) {
        LinkedOrder order = orders.remove(id);
        if (order == null) {
            reports.cancelRejected(id);
            return;
        }
        side(order.buy).unlink(order);
        reports.cancelled(order.buy, id, order.price);
    }

    @Override
    public void modify(long id, long price, long quantity) {
        LinkedOrder order = orders.get(id);
        if (order == null) {
            reports.modifyRejected(id);
            return;
        }
        LinkedSide own = side(order.buy);
        own.unlink(order);
        long left = match(order.buy, id, price, quantity);
        if (left > 0) {
            order.price = price;
            order.open = left;
            own.append(order);
        } else {
            orders.remove(order.key);
        }
        reports.modified(order.buy, id, price, quantity);
    }

    @Override
    public void move(long id, long price, long quantity) {
        modify(id, price, quantity);
    }

    @Override
    public boolean looksAhead() {
        return true;
    }

    @Override
    public void expect(long[] ids, int count) {
        long sum = seen;
        for (int i = 0; i < count; i++) {
            LinkedOrder order = orders.get(ids[i]);
            if (order != null) {
                LinkedOrder before = order.previous;
                LinkedOrder after = order.next;
                sum += order.level().price + (before == null ? 0 : before.open) + (after == null ? 0 : after.open);
            }
        }
        seen = sum;
    }

    private LinkedSide side(boolean buy) {
        return buy ? bids : asks;
    }

    /** Trades with the other side while its best price is no worse than {@code price}; what is left of {@code quantity}. */
    private long match(boolean buy, long taker, long price, long quantity) {
        LinkedSide other = side(!buy);
        long left = quantity;
        LinkedLevel best = other.best();
        while (best != null && (buy ? best.price <= price : best.price >= price)) {
            left = matchLevel(best, taker, left);
            if (best.head != null) {
                break;
            }
            other.removeBest();
            if (left == 0) {
                break;
            }
            best = other.best();
        }
        return left;
    }

    private long matchLevel(LinkedLevel level, long taker, long quantity) {
        long left = quantity;
        @Nullable LinkedOrder maker = level.head;
        while (maker != null && left > 0) {
            long traded = Math.min(maker.open, left);
            reports.trade(level.price, traded, maker.id, taker);
            left -= traded;
            maker.open -= traded;
            if (maker.open > 0) {
                break;
            }
            orders.remove(maker.key);
            maker = maker.next;
        }
        level.beheadTo(maker);
        return left;
    }
}
