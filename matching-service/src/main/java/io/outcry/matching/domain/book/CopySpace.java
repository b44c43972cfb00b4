// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.function.IntFunction;

/**
 * Arrays that the rows of an engine are copied into, one state after the other: to make them anew for each would give the collector up to
 * some hundred megabytes to move and to throw away, while the copying thread waits. Whoever takes the next copy has done with the one before.
 */
public final class CopySpace {

    /** What is copied, each into an array of its own. */
    public enum Part {
        HOT, COLD, CLIENTS, OWNERS, PLACEMENTS, TRADES
    }

    private final long[][] arrays = new long[Part.values().length][0];
    private final IntFunction<long[]> allocation;

    public CopySpace() {
        this(long[]::new);
    }

    /** @param allocation gives an array of so many cells */
    public CopySpace(IntFunction<long[]> allocation) {
        this.allocation = allocation;
    }

    /** A copy of the first {@code used} cells, in an array that may be longer. */
    public long[] copy(Part part, long[] cells, int used) {
        long[] space = room(part, used);
        System.arraycopy(cells, 0, space, 0, used);
        return space;
    }

    /** An array for so many cells, or longer; what it holds is left from the copy before. */
    long[] room(Part part, int cells) {
        if (arrays[part.ordinal()].length < cells) {
            arrays[part.ordinal()] = allocation.apply(cells + cells / Byte.SIZE);
        }
        return arrays[part.ordinal()];
    }

    /** A copy of a whole array, of its length. */
    public long[] copy(Part part, long[] cells) {
        if (arrays[part.ordinal()].length != cells.length) {
            arrays[part.ordinal()] = allocation.apply(cells.length);
        }
        return copy(part, cells, cells.length);
    }
}
