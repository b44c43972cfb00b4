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
 * @param end the value that the chain has at this outcome, whether it is published or not; null if it is not known, because neither a
 *     published value nor the first outcome is near the end
 */
public record PublishedTail(
        long inputOffset, long sequence, long hash, @Nullable ChainPoint chain, @Nullable ChainPoint end) {

    public static final PublishedTail EMPTY = new PublishedTail(-1, 0, 0, null, new ChainPoint(0, 0));

    /** What stands for an outcome's bytes here. */
    public static long hash(byte[] outcome) {
        return OutcomeChain.hash(0, outcome, outcome.length);
    }
}
