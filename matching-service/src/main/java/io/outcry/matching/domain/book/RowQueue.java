// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * Rows of a few longs that are added at one end and dropped at the other, each named by a number; 0 names none. They lie in memory in the
 * order in which they came, so that a processor fetches the next ones before they are asked for.
 *
 * <p>They stand in chunks. Growth takes one more and moves no row; one that has become empty is filled again, so that the memory is that of
 * the most rows at a time.
 */
public final class RowQueue {

    private static final int CHUNK_SHIFT = 10;

    /** Rows of a chunk. */
    static final int CHUNK = 1 << CHUNK_SHIFT;

    private static final int FIRST_CHUNKS = 16;

    /** So many rows on, a number comes again. */
    private static final int NUMBERS = 1 << 30;

    private static final long[] NONE = {};

    private final int longs;
    private long[][] chunks = none(FIRST_CHUNKS);
    private long[] spare = NONE;
    private long oldest;
    private long next;

    /** @param longs of a row */
    public RowQueue(int longs) {
        this.longs = longs;
    }

    /** How many rows there are. */
    public int size() {
        return (int) (next - oldest);
    }

    /** The oldest row, or the next one to be added if there is none. */
    public int oldest() {
        return number(oldest);
    }

    /** The row so many places behind another one. */
    public static int after(int row, int places) {
        return number((long) row - 1 + places);
    }

    /** Whether a row that was added has not been dropped yet; numbers come again. */
    public boolean holds(int row) {
        return (row - number(oldest) & NUMBERS - 1) < size();
    }

    /** Adds a row; what it holds is left from a former one, zero at first. */
    public int add() {
        if ((next & CHUNK - 1) == 0) {
            beginChunk();
        }
        return number(next++);
    }

    private void beginChunk() {
        long first = oldest >>> CHUNK_SHIFT;
        long last = next >>> CHUNK_SHIFT;
        if (last - first >= chunks.length) {
            long[][] more = none(chunks.length * 2);
            for (long chunk = first; chunk < last; chunk++) {
                more[(int) chunk & more.length - 1] = chunks[(int) chunk & chunks.length - 1];
            }
            chunks = more;
        }
        chunks[(int) last & chunks.length - 1] = spare == NONE ? new long[CHUNK * longs] : spare;
        spare = NONE;
    }

    private static long[][] none(int count) {
        long[][] chunks = new long[count][];
        Arrays.fill(chunks, NONE);
        return chunks;
    }

    /** Drops the oldest rows, no more than there are. */
    public void drop(int rows) {
        long first = oldest >>> CHUNK_SHIFT;
        oldest += rows;
        for (long chunk = first; chunk < oldest >>> CHUNK_SHIFT; chunk++) {
            int place = (int) chunk & chunks.length - 1;
            spare = chunks[place];
            chunks[place] = NONE;
        }
    }

    /** The array that a row stands in, from {@link #at} on. */
    public long[] cells(int row) {
        return chunks[row - 1 >>> CHUNK_SHIFT & chunks.length - 1];
    }

    /** Where a row begins in its array. */
    public int at(int row) {
        return (row - 1 & CHUNK - 1) * longs;
    }

    private static int number(long row) {
        return ((int) row & NUMBERS - 1) + 1;
    }

    /** A copy of all rows, one after the other from the oldest on, for one who reads it while this goes on. */
    public long[] copy(CopySpace space, CopySpace.Part part) {
        long[] copy = space.room(part, size() * longs);
        int filled = 0;
        long row = oldest;
        while (row < next) {
            long end = Math.min((row | CHUNK - 1) + 1, next);
            int length = (int) (end - row) * longs;
            System.arraycopy(cells(number(row)), at(number(row)), copy, filled, length);
            filled += length;
            row = end;
        }
        return copy;
    }
}
