// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

/**
 * The newest outcome on a partition of the outcome log.
 *
 * @param inputOffset of its command; -1 if there is none
 * @param sequence zero if there is none
 */
record PublishedTail(long inputOffset, long sequence) {

    static final PublishedTail EMPTY = new PublishedTail(-1, 0);

    /** The newer one of the two: after a late writer of the same outcomes, the last record need not be the newest. */
    PublishedTail newer(PublishedTail other) {
        return other.inputOffset > inputOffset ? other : this;
    }
}
