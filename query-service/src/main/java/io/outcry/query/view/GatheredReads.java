// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The reads of orders of one event loop. Those that begin in one turn are gathered, and asked when the loop comes to its tasks. All limits
 * of time are as long, so the oldest question is the first to be late, and one timer watches that one. Lives on the loop.
 */
public final class GatheredReads {

    /** Orders in one question: Redis does nothing else while it looks for them. */
    private static final int MOST = 64;

    private final OrderReads reads;
    private final EventExecutor loop;

    /** Who is told at once that his breaker has opened may begin with another partition's while they are asked. */
    private final Map<ViewPartition, List<Wanted>> gathered = new ConcurrentHashMap<>();
    private final ArrayDeque<OrderQuestion> underWay = new ArrayDeque<>();
    private boolean asking;
    private boolean watched;

    /** An order and who wants it. */
    record Wanted(long id, OrderReads.Reader reader) {}

    GatheredReads(OrderReads reads, EventExecutor loop) {
        this.reads = reads;
        this.loop = loop;
    }

    /**
     * Reads an order; to be called on the loop, where {@code reader} hears of it later.
     *
     * @return false if too many reads are under way, or the partition is not trusted: nothing was begun
     */
    public boolean order(ViewPartition partition, long id, OrderReads.Reader reader) {
        if (!reads.guard().breaker(partition).isTrusted() || !reads.guard().places().enter(partition)) {
            return false;
        }
        List<Wanted> others = gathered.computeIfAbsent(partition, _ -> new ArrayList<>());
        others.add(new Wanted(id, reader));
        if (others.size() >= MOST) {
            ask(partition, others);
        } else if (!asking) {
            asking = true;
            loop.execute(this::askAll);
        }
        return true;
    }

    private void askAll() {
        asking = false;
        gathered.forEach(this::ask);
    }

    private void ask(ViewPartition partition, List<Wanted> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        OrderQuestion question = new OrderQuestion(partition, List.copyOf(wanted), reads);
        wanted.clear();
        underWay.add(question);
        watch();
        question.ask(loop, this::forgetEnded);
    }

    private void forgetEnded() {
        while (!underWay.isEmpty() && underWay.element().hasEnded()) {
            underWay.remove();
        }
    }

    private void watch() {
        if (!watched && !underWay.isEmpty()) {
            watched = true;
            loop.schedule(this::giveUpLate, underWay.element().nanosLeft(), TimeUnit.NANOSECONDS);
        }
    }

    private void giveUpLate() {
        watched = false;
        while (!underWay.isEmpty() && underWay.element().nanosLeft() <= 0) {
            underWay.remove().late();
        }
        forgetEnded();
        watch();
    }
}
