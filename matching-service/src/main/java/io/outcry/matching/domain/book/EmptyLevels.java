// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/** Finds levels that have no orders any more, of any book, by side and price. Clients choose prices, so they are mixed by the secret. */
final class EmptyLevels extends HandleIndex {

    private static final long FACTOR = HashSecret.VALUE * 0x9E37_79B9_7F4A_7C15L | 1;

    private final BookRows rows;
    private int wantedSide;
    private long wantedPrice;

    EmptyLevels(BookRows rows) {
        this.rows = rows;
    }

    /** The level of this side and price, or 0. */
    int find(int side, long price) {
        wantedSide = side;
        wantedPrice = price;
        return find(key(side, price));
    }

    @Override
    protected long keyOf(int level) {
        long[] hot = rows.hot();
        return key((int) hot[level + LevelRow.SIDE], hot[level + LevelRow.PRICE]);
    }

    @Override
    protected boolean matches(int level, long key) {
        long[] hot = rows.hot();
        return hot[level + LevelRow.PRICE] == wantedPrice && (int) hot[level + LevelRow.SIDE] == wantedSide;
    }

    /** The lower half, by which the index goes, is that of the product's bits which depend on all of the price's. */
    private static long key(int side, long price) {
        return ((price ^ Long.reverse(side)) * FACTOR) >>> Integer.SIZE;
    }
}
