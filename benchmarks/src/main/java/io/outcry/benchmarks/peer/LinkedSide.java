// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.peer;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The price levels of one side; the best level is the first, so bids are sorted by their negated price. */
final class LinkedSide {

    private final TreeMap<Long, LinkedLevel> levels = new TreeMap<>();
    private final int sign;
    private @Nullable LinkedLevel best;

    LinkedSide(boolean bids) {
        sign = bids ? -1 : 1;
    }

    @Nullable
    LinkedLevel best() {
        return best;
    }

    void append(LinkedOrder order) {
        LinkedLevel top = best;
        if (top != null && top.price == order.price) {
            top.append(order);
            return;
        }
        LinkedLevel level = levels.computeIfAbsent(sign * order.price, LinkedLevel::new);
        level.price = order.price;
        level.append(order);
        if (top == null || sign * order.price < top.key) {
            best = level;
        }
    }

    void unlink(LinkedOrder order) {
        LinkedLevel level = order.level();
        level.unlink(order);
        if (level.head == null) {
            if (level == best) {
                removeBest();
            } else {
                levels.remove(level.key);
            }
        }
    }

    void removeBest() {
        levels.pollFirstEntry();
        var first = levels.firstEntry();
        best = first == null ? null : first.getValue();
    }
}
