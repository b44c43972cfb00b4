// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import org.jspecify.annotations.Nullable;

/**
 * The newest outcome on a partition of the outcome log.
 *
 * @param inputOffset of its command; -1 if there is none
 * @param sequence zero if there is none
 * @param hash of its bytes, see {@link #hash}
 * @param chain the newest published value of the hash chain; null if there is none near the end
 */
public record PublishedTail(long inputOffset, long sequence, long hash, @Nullable ChainPoint chain) {

    public static final PublishedTail EMPTY = new PublishedTail(-1, 0, 0, null);

    /** What stands for an outcome's bytes here. */
    public static long hash(byte[] outcome) {
        return OutcomeChain.hash(0, outcome, outcome.length);
    }
}
