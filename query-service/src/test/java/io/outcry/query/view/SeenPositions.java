// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.ViewPosition;

/** Knows how far the view has been seen, of one partition. */
public final class SeenPositions implements KnownPositions {

    private volatile long floor;

    @Override
    public long floor(ViewPartition partition) {
        return floor;
    }

    @Override
    public synchronized void observe(ViewPartition partition, ViewPosition position) {
        floor = Math.max(floor, position.next());
    }

    /** As if somebody had seen it so far. */
    public void raise(long to) {
        floor = to;
    }

    /** The least that an answer has to come with. */
    public long floor() {
        return floor;
    }
}
