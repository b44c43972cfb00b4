// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

/** Reads the snapshot logs, one for each partition. */
public interface SnapshotSource {

    /** Takes one record of a log. */
    @FunctionalInterface
    interface Visitor {

        /** @return whether to go on */
        boolean visit(long offset, byte[] value);
    }

    /** Offset of the oldest record that is there. */
    long begin(int partition);

    /** Offset of the next record that will be appended. */
    long end(int partition);

    /**
     * Hands over the records from one offset up to another one, in order, until the visitor has had enough.
     *
     * @throws io.outcry.matching.domain.InvalidStateException if one of them is damaged or deleted; those before it were handed over
     */
    void read(int partition, long from, long to, Visitor visitor);
}
