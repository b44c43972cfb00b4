// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import java.util.concurrent.CompletableFuture;

/** Appends to the snapshot logs, one for each partition, and deletes their oldest records. */
public interface SnapshotSink {

    /**
     * Appends a record behind all that were appended before. May wait while too much is on its way.
     *
     * @return completes with its offset when it is durable
     */
    CompletableFuture<Long> append(int partition, byte[] record);

    /** Deletes what is older. May fail: the next deletion takes what this one left. */
    void deleteBefore(int partition, long offset);
}
