// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.ArrayDeque;
import java.util.Deque;

/** So many in any window of so much time. Time is an argument. */
final class SocketLimit {

    private final int most;
    private final long windowMillis;
    private final Deque<Long> admitted = new ArrayDeque<>();

    SocketLimit(int most, long windowMillis) {
        this.most = most;
        this.windowMillis = windowMillis;
    }

    boolean admit(long nowMillis) {
        while (!admitted.isEmpty() && nowMillis - admitted.getFirst() >= windowMillis) {
            admitted.removeFirst();
        }
        if (admitted.size() >= most) {
            return false;
        }
        admitted.addLast(nowMillis);
        return true;
    }
}
