// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

/** The ends of the outcome logs. */
@FunctionalInterface
public interface OutcomeTails {

    /**
     * The newest outcome of a partition.
     *
     * @throws LogMismatchException if the logs contradict each other
     */
    PublishedTail read(int partition);
}
