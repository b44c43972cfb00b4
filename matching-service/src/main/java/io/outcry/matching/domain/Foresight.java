// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.LevelRow.ORDERS;
import static io.outcry.matching.domain.book.LevelRow.SHOWN;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.NEXT;
import static io.outcry.matching.domain.book.OrderRow.PREVIOUS;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.OrderTable;

/**
 * Reads the rows that coming commands will ask for. In a large book each of them is far away in memory: a command alone would wait for its
 * order, then for the neighbours in the queue, one after the other. For many orders at once those waits lie side by side. Nothing changes but
 * what the processor's caches hold.
 *
 * <p>An array begins where the collector puts it, so a row may lie in two cache lines, divided anywhere. What is read of a row here is
 * therefore what the command will read, at both of its ends.
 */
final class Foresight {

    /** Orders that are looked at side by side: about as many as a core has reads in flight, several times over. */
    static final int MOST = 64;

    /** Fewer open orders than this are in a near cache anyway. */
    private static final int FEWEST_OPEN = 1 << 13;

    /** With fewer than this, reading their neighbours too takes longer than waiting for them. */
    private static final int FEWEST_FAR = 1 << 16;

    private final BookRows rows;
    private final OrderTable table;
    private final int[] found = new int[MOST];

    /** Of no meaning; that it is written keeps the compiler from leaving the reading out. */
    private long seen;

    Foresight(Orders orders) {
        rows = orders.rows();
        table = orders.table();
    }

    /** Whether there are so many orders that looking ahead is worth its time. */
    boolean isWorthwhile() {
        return table.open() >= FEWEST_OPEN;
    }

    /**
     * Reads what commands about these orders will read.
     *
     * @param count how many there are, {@value #MOST} at most
     */
    void look(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            found[i] = table.newest(ids[i]);
        }
        long[] hot = rows.hot();
        long sum = seen;
        for (int i = 0; i < count; i++) {
            sum += hot[found[i] + ID] + hot[found[i] + FLAGS];
        }
        seen = table.open() < FEWEST_FAR ? sum : sum + lookAround(hot, count);
    }

    private long lookAround(long[] hot, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int order = found[i];
            int level = OrderRow.upper(hot[order + LEVEL_ACCOUNT]);
            sum += hot[(int) hot[order + NEXT] + PREVIOUS] + hot[(int) hot[order + PREVIOUS] + NEXT] + hot[level + SHOWN]
                    + hot[level + ORDERS];
        }
        return sum;
    }
}
