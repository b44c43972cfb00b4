// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.peer;

import org.jspecify.annotations.Nullable;

/** The orders at one price, linked in order of arrival. */
final class LinkedLevel {

    /** The key in the tree, boxed once. */
    final Long key;

    long price;
    @Nullable
    LinkedOrder head;
    private @Nullable LinkedOrder tail;

    LinkedLevel(Long key) {
        this.key = key;
    }

    void append(LinkedOrder order) {
        LinkedOrder last = tail;
        order.level = this;
        order.previous = last;
        order.next = null;
        if (last == null) {
            head = order;
        } else {
            last.next = order;
        }
        tail = order;
    }

    void unlink(LinkedOrder order) {
        LinkedOrder before = order.previous;
        LinkedOrder after = order.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
    }

    /** All orders before this one have traded; null when every order has. */
    void beheadTo(@Nullable LinkedOrder first) {
        head = first;
        if (first == null) {
            tail = null;
        } else {
            first.previous = null;
        }
    }
}
