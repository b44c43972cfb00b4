// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.DISPLAY;
import static io.outcry.matching.domain.book.OrderRow.EXECUTED;
import static io.outcry.matching.domain.book.OrderRow.EXPIRE;
import static io.outcry.matching.domain.book.OrderRow.FLAGS;
import static io.outcry.matching.domain.book.OrderRow.ID;
import static io.outcry.matching.domain.book.OrderRow.LEAVES;
import static io.outcry.matching.domain.book.OrderRow.LEVEL_ACCOUNT;
import static io.outcry.matching.domain.book.OrderRow.PRICE;
import static io.outcry.matching.domain.book.OrderRow.QUANTITY;
import static io.outcry.matching.domain.book.OrderRow.QUOTE_HIGH;
import static io.outcry.matching.domain.book.OrderRow.QUOTE_LOW;
import static io.outcry.matching.domain.book.OrderRow.SHOWN;
import static io.outcry.matching.domain.book.OrderRow.STOP;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.OrderRow;
import java.util.Arrays;

/**
 * What there is to say of one order, wherever its row is kept: everything but its client order id, and where it stands. A plain order that
 * has not traded takes a dozen bytes.
 */
final class OrderContent {

    /** Numbers that every order has, and those that follow where the terms say so. */
    static final int NUMBERS = 7;

    private static final int ALWAYS = 6;

    /** The bit after the terms: longs follow that a plain order has no use for. */
    private static final int MORE = 1 << 16;

    private static final int TYPE_SHIFT = 2;
    private static final int TIME_IN_FORCE_SHIFT = 5;
    private static final int PREVENTION_SHIFT = 8;
    private static final int STATUS_SHIFT = 11;
    private static final int POST_ONLY_SHIFT = 15;

    private OrderContent() {}

    /**
     * Writes one order.
     *
     * @param queuedAt price it is queued at, which need not be its limit
     * @param shown what its queue shows of it; for one that stands in no queue, what it has left
     */
    static void write(OrderCells cells, int order, long queuedAt, long shown, StateWriter out) {
        long flags = cells.hot(order, FLAGS);
        boolean more = shown != cells.hot(order, LEAVES) || isUsed(cells, order);
        out.number(LogPosition.offset(cells.hot(order, ID)));
        out.number(terms(flags) | (more ? MORE : 0));
        out.number(OrderRow.lower(cells.hot(order, LEVEL_ACCOUNT)));
        out.signed(cells.hot(order, PRICE) - queuedAt);
        out.number(cells.quantity(order));
        out.number(cells.quantity(order) - cells.hot(order, LEAVES));
        if (more) {
            out.number(shown);
            out.number(cells.cold(order, EXECUTED));
            out.number(cells.cold(order, QUOTE_LOW));
            out.number(cells.cold(order, QUOTE_HIGH));
            out.number(cells.cold(order, DISPLAY));
            out.number(cells.cold(order, EXPIRE));
            out.number(cells.cold(order, STOP));
        }
    }

    /**
     * Fills the two rows of an order with what {@link #write} wrote; the second one only if the order uses it. Links, marks and the client
     * order id are left as they are.
     *
     * @param symbol number of its symbol
     * @param numbers {@value #NUMBERS} to work with
     */
    static void read(
            long[] hot, int row, long[] cold, int coldRow, int partition, int symbol, long queuedAt, StateReader in, long[] numbers) {
        in.numbers(numbers, ALWAYS);
        int terms = (int) numbers[1];
        long quantity = numbers[4];
        long leaves = quantity - numbers[5];
        hot[row + ID] = LogPosition.of(partition, numbers[0]);
        hot[row + LEVEL_ACCOUNT] = numbers[2] & 0xFFFF_FFFFL;
        hot[row + PRICE] = StateReader.signed(numbers[3]) + queuedAt;
        hot[row + LEAVES] = leaves;
        hot[row + SHOWN] = leaves;
        hot[row + FLAGS] = flags(terms, symbol);
        if ((terms & MORE) == 0 && quantity == leaves) {
            return;
        }
        hot[row + FLAGS] |= OrderRow.USED;
        Arrays.fill(cold, coldRow, coldRow + BookRows.LONGS, 0);
        cold[coldRow + QUANTITY] = quantity;
        if ((terms & MORE) != 0) {
            in.numbers(numbers, NUMBERS);
            hot[row + SHOWN] = numbers[0];
            cold[coldRow + EXECUTED] = numbers[1];
            cold[coldRow + QUOTE_LOW] = numbers[2];
            cold[coldRow + QUOTE_HIGH] = numbers[3];
            cold[coldRow + DISPLAY] = numbers[4];
            cold[coldRow + EXPIRE] = numbers[5];
            cold[coldRow + STOP] = numbers[6];
            hot[row + FLAGS] |= (numbers[4] | numbers[5] | numbers[6]) != 0 ? OrderRow.SPECIAL : 0;
        }
    }

    private static boolean isUsed(OrderCells cells, int order) {
        return (cells.cold(order, EXECUTED)
                | cells.cold(order, QUOTE_LOW)
                | cells.cold(order, QUOTE_HIGH)
                | cells.cold(order, DISPLAY)
                | cells.cold(order, EXPIRE)
                | cells.cold(order, STOP)) != 0;
    }

    private static int terms(long flags) {
        return OrderRow.side(flags)
                | OrderRow.type(flags) << TYPE_SHIFT
                | OrderRow.timeInForce(flags) << TIME_IN_FORCE_SHIFT
                | OrderRow.prevention(flags) << PREVENTION_SHIFT
                | OrderRow.status(flags) << STATUS_SHIFT
                | (OrderRow.isPostOnly(flags) ? 1 << POST_ONLY_SHIFT : 0);
    }

    private static long flags(int terms, int symbol) {
        return OrderRow.flags(
                symbol,
                terms & 3,
                terms >>> TYPE_SHIFT & 7,
                terms >>> TIME_IN_FORCE_SHIFT & 7,
                terms >>> PREVENTION_SHIFT & 7,
                terms >>> STATUS_SHIFT & 15,
                (terms >>> POST_ONLY_SHIFT & 1) != 0);
    }
}
