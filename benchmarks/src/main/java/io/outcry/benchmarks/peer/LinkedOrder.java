// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.peer;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A resting order and its neighbours in the queue. */
final class LinkedOrder {

    final long id;
    /** The key in the map, boxed once. */
    final Long key;
    final boolean buy;
    long price;
    long open;
    @Nullable
    LinkedLevel level;
    @Nullable
    LinkedOrder previous;
    @Nullable
    LinkedOrder next;

    LinkedOrder(long id, boolean buy) {
        this.id = id;
        this.key = id;
        this.buy = buy;
    }

    LinkedLevel level() {
        return Objects.requireNonNull(level, "an order that rests has a level");
    }
}
