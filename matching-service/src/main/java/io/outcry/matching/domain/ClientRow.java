// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.Rows;

/** Where in a row a client order id and its account stand. */
final class ClientRow {

    /** The one long of a row, of those up to {@link #LONGS}, that is the owner's. */
    static final int OWN = Rows.FREE_LINK;

    /** What the row is about. */
    static final int SUBJECT = 7;

    /** Longs that this needs of a row; what comes behind them is the owner's. */
    static final int LONGS = Rows.LINE;

    /** What {@link ClientOrderId#key} says. */
    static final int KEY = 0;

    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;
    private static final int FOURTH = 5;

    /** The account (lower half); the upper half is the owner's. */
    static final int ACCOUNT = 6;

    private ClientRow() {}

    /** Writes id and account into a row. */
    static void write(long[] array, int row, ClientOrderId id, int account) {
        array[row + KEY] = id.key(account);
        array[row + FIRST] = id.word(0);
        array[row + SECOND] = id.word(1);
        array[row + THIRD] = id.word(2);
        array[row + FOURTH] = id.word(3);
        array[row + ACCOUNT] = account;
    }

    /** Whether a row carries this id and account. */
    static boolean isOf(long[] array, int row, ClientOrderId id, int account) {
        return array[row + FIRST] == id.word(0)
                && array[row + SECOND] == id.word(1)
                && array[row + THIRD] == id.word(2)
                && array[row + FOURTH] == id.word(3)
                && account(array, row) == account;
    }

    /** The id that a row carries. */
    static String text(Rows rows, int row) {
        long[] array = rows.cells();
        return ClientOrderId.text(array[row + FIRST], array[row + SECOND], array[row + THIRD], array[row + FOURTH]);
    }

    /** One of the four words of the id that a row carries. */
    static long word(long[] cells, int row, int index) {
        return cells[row + (index < 3 ? FIRST + index : FOURTH)];
    }

    /** The account of a row. */
    static int account(long[] cells, int row) {
        return (int) cells[row + ACCOUNT];
    }
}
