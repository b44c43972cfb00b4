// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.KnownPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The newest position of each partition that this instance has seen, from its own projection, from other instances' messages, or from
 * Redis; and the least that the view must hold before anything is read from it.
 *
 * <p>A position seen once is a promise: an answer from an earlier one means that Redis has lost data. Only {@link #restart} takes the
 * promise back, when the view turns out to be of another log. Of two in one place the one seen last counts: a view that was made anew may lack less.
 */
public final class ViewPositions implements KnownPositions {

    /** Nothing is read from a partition with this target. */
    private static final long CLOSED = Long.MAX_VALUE;

    private static final class Slot {
        private final AtomicReference<ViewPosition> newest = new AtomicReference<>(ViewPosition.EMPTY);
        private volatile long target = CLOSED;
    }

    private final List<ViewPartition> partitions;
    private final Slot[] orders;
    private final Slot[] prices;
    private final List<BiConsumer<ViewPartition, ViewPosition>> listeners = new CopyOnWriteArrayList<>();

    public ViewPositions(int orderPartitions, int pricePartitions) {
        partitions = Stream.concat(
                ViewPartition.all(ViewLog.ORDERS, orderPartitions).stream(),
                ViewPartition.all(ViewLog.PRICES, pricePartitions).stream()).toList();
        orders = Stream.generate(Slot::new).limit(orderPartitions).toArray(Slot[]::new);
        prices = Stream.generate(Slot::new).limit(pricePartitions).toArray(Slot[]::new);
    }

    /** All partitions of both logs. */
    public List<ViewPartition> partitions() {
        return partitions;
    }

    /** How many partitions {@code log} has. */
    public int count(ViewLog log) {
        return log == ViewLog.ORDERS ? orders.length : prices.length;
    }

    /** Calls {@code listener} after each step forward, on the thread that brings it; it must not wait. */
    public void onAdvance(BiConsumer<ViewPartition, ViewPosition> listener) {
        listeners.add(listener);
    }

    /** The newest position seen. */
    public ViewPosition newest(ViewPartition partition) {
        return slot(partition).newest.get();
    }

    /** Whether the view is known to hold what the log has at {@code offset}, as tokens count. */
    public boolean holds(ViewPartition partition, long offset) {
        return partition.log().held(newest(partition)) >= offset;
    }

    @Override
    public long floor(ViewPartition partition) {
        Slot slot = slot(partition);
        return Math.max(slot.target, slot.newest.get().next());
    }

    @Override
    public void observe(ViewPartition partition, ViewPosition position) {
        AtomicReference<ViewPosition> newest = slot(partition).newest;
        ViewPosition before = newest.getAndUpdate(now -> position.next() >= now.next() ? position : now);
        if (position.next() > before.next()) {
            listeners.forEach(listener -> listener.accept(partition, position));
        }
    }

    /** Refuses reads of the partition until {@link #restart}: what Redis holds there is not a view of this log. */
    public void close(ViewPartition partition) {
        slot(partition).target = CLOSED;
    }

    /** True if reads are refused whatever the view holds. */
    public boolean isClosed(ViewPartition partition) {
        return slot(partition).target == CLOSED;
    }

    /** Begins anew with a partition that was closed: it must hold everything before {@code next}. */
    public void restart(ViewPartition partition, long next) {
        Slot slot = slot(partition);
        slot.newest.set(ViewPosition.EMPTY);
        slot.target = next;
    }

    private Slot slot(ViewPartition partition) {
        return (partition.log() == ViewLog.ORDERS ? orders : prices)[partition.number()];
    }
}
