// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.github.resilience4j.bulkhead.Bulkhead;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places of the reads of Redis that are under way. Where partitions fail alone, none gets another place while it has more than are
 * free: one that stands still comes to half of all, two of them to a third each, and what is left is for the others.
 */
final class ReadPlaces {

    private final Bulkhead all;

    /** How many each partition has; nothing where they fail together. */
    private final Map<ViewPartition, AtomicInteger> own = new HashMap<>();

    /** @param apart all partitions, if each may fail alone; none if they fail together */
    ReadPlaces(Bulkhead all, List<ViewPartition> apart) {
        this.all = all;
        apart.forEach(partition -> own.put(partition, new AtomicInteger()));
    }

    /** Takes the place of one read; false if there is none. Each is given back by {@link #leave}. */
    boolean enter(ViewPartition partition) {
        AtomicInteger taken = own.get(partition);
        if (taken != null && taken.get() > all.getMetrics().getAvailableConcurrentCalls() || !all.tryAcquirePermission()) {
            return false;
        }
        if (taken != null) {
            taken.incrementAndGet();
        }
        return true;
    }

    /** Gives back a place that {@link #enter} took. */
    void leave(ViewPartition partition) {
        AtomicInteger taken = own.get(partition);
        if (taken != null) {
            taken.decrementAndGet();
        }
        all.onComplete();
    }
}
