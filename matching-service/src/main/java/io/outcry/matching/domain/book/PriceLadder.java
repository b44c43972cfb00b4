// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/** The price levels of one side by their rank, each a handle: a larger rank is a better price. Ranks of a side have all the same sign. */
public abstract class PriceLadder {

    /** Makes the ladder of a side. */
    @FunctionalInterface
    public interface Factory {

        /** A ladder without levels. */
        PriceLadder create();
    }

    /** Level of this rank, or 0. */
    public abstract int find(long rank);

    /** As {@link #find} where that takes no search, or 0: the level may be there all the same. */
    public abstract int near(long rank);

    /** Best level that is worse than this rank, or 0. */
    public abstract int worse(long rank);

    /** Adds a level where there is none. */
    public abstract void add(long rank, int level);

    /** Takes out the level of this rank, which must be there. */
    public abstract void remove(long rank);
}
