// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

/**
 * What trades have reached in a command that could not set off all of it.
 *
 * @param lastId of the orders that waited then, the newest
 */
record ReachedSpan(long low, long high, long lastId) {

    boolean reaches(PlainOrder order) {
        long stop = order.terms.stopPrice();
        return order.id <= lastId && (order.isRising() ? stop <= high : stop >= low);
    }

    boolean isWithin(ReachedSpan other) {
        return low >= other.low && high <= other.high;
    }
}
