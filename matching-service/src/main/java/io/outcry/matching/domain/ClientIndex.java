// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.HandleIndex;
import io.outcry.matching.domain.book.Rows;

/** Rows that carry a client order id and its account, found by both. */
abstract class ClientIndex extends HandleIndex {

    /** The one long of a row, of those up to {@link #LONGS}, that is the owner's. */
    static final int OWN = Rows.FREE_LINK;

    /** What the row is about. */
    static final int SUBJECT = 7;

    /** Longs that this needs of a row; what comes behind them is the owner's. */
    static final int LONGS = Rows.LINE;

    private static final int KEY = 0;
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;
    private static final int FOURTH = 5;

    /** The account (lower half); the upper half is the owner's. */
    static final int ACCOUNT = 6;

    private ClientOrderId sought = new ClientOrderId();
    private int soughtAccount;

    /** The array that a row stands in. */
    protected abstract long[] cells(int row);

    /** Where it begins there. */
    protected abstract int at(int row);

    /** Writes id and account into a row that is to be added. */
    static void write(long[] array, int row, ClientOrderId id, int account) {
        array[row + KEY] = id.key(account);
        array[row + FIRST] = id.word(0);
        array[row + SECOND] = id.word(1);
        array[row + THIRD] = id.word(2);
        array[row + FOURTH] = id.word(3);
        array[row + ACCOUNT] = account;
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

    /** The row of this id and account, or 0. */
    int find(ClientOrderId id, int account) {
        sought = id;
        soughtAccount = account;
        return find(id.key(account));
    }

    @Override
    protected long keyOf(int handle) {
        return cells(handle)[at(handle) + KEY];
    }

    @Override
    protected boolean matches(int handle, long key) {
        long[] array = cells(handle);
        int row = at(handle);
        return array[row + FIRST] == sought.word(0)
                && array[row + SECOND] == sought.word(1)
                && array[row + THIRD] == sought.word(2)
                && array[row + FOURTH] == sought.word(3)
                && account(array, row) == soughtAccount;
    }
}
