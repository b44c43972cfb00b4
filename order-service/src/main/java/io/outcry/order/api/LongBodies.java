// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the long ones among the bodies that are being received take, all together. Without a limit one account could fill the heap
 * with bodies of which it never sends the last byte.
 */
final class LongBodies {

    /** A longer body is a long one. As many short ones may be on their way as there may be connections. */
    static final int SHORT = 8 << 10;

    private static final int PART_OF_HEAP = 4;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /** @param most bytes */
    LongBodies(long most) {
        this.most = most;
    }

    /** At most a quarter of the heap. */
    static LongBodies ofHeap() {
        return new LongBodies(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** Takes so many bytes; false: there is no room for them now. */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(int bytes) {
        taken.addAndGet(-bytes);
    }
}
