// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.Rows;
import java.util.Arrays;

/**
 * The placements that carried a client order id lately, with what came of them, to be told again: bounded by their number, by the trades
 * kept with them, and by time; the oldest is forgotten first.
 */
final class Placements {

    private static final int FIRST_ROWS = 1 << 10;

    static final int COPY = 8;
    static final int SEQUENCE = 9;
    static final int TIME = 10;
    static final int REJECT = 11;
    static final int SYMBOL = 12;
    static final int NEXT = 13;
    static final int TRADES = 14;
    static final int TRADE_COUNT = 15;
    private static final RejectCode[] CODES = RejectCode.values();

    private final Rows rows = new Rows(FIRST_ROWS, 2 * Rows.LINE);
    private final ClientIndex index = new ClientIndex(rows);
    private final KeptTrades keptTrades = new KeptTrades();
    private final EngineLimits limits;
    private int oldest;
    private int newest;
    private int size;
    private long trades;

    Placements(EngineLimits limits) {
        this.limits = limits;
    }

    /** The placement of this client order id and account that is remembered, or 0. */
    int find(ClientOrderId id, int account, long nowUs) {
        forget(nowUs);
        return index.find(id, account);
    }

    int size() {
        return size;
    }

    /** Whether a placement asked for the same order; when it asked does not matter. */
    boolean sameTerms(int placement, NewOrder order) {
        long[] copy = rows.cells();
        int base = (int) get(placement, COPY);
        int cold = base + BookRows.LONGS;
        long flags = OrderRow.flags(order.symbol, order.side().ordinal(), order.type().ordinal(), order.timeInForce().ordinal(),
                order.selfTradePrevention().ordinal(), 0, order.postOnly());
        long kept = OrderRow.withStatus(copy[base + OrderRow.FLAGS], 0) & ~OrderRow.OF_LIFE;
        long display = order.type() == OrderType.MARKET ? order.quoteQuantity : order.displayQuantity;
        return get(placement, SYMBOL) == symbolKey(order.symbolName)
                && flags << Integer.SIZE == kept << Integer.SIZE
                && copy[base + OrderRow.PRICE] == order.price
                && (copy[cold + OrderRow.QUANTITY] == order.quantity || order.type() == OrderType.MARKET && order.quoteQuantity != 0)
                && copy[cold + OrderRow.STOP] == order.stopPrice
                && copy[cold + OrderRow.DISPLAY] == display
                && get(placement, ClientIndex.SUBJECT) == misplaced(order)
                && (order.timeInForce() == TimeInForce.DAY || copy[cold + OrderRow.EXPIRE] == order.expireTimeUs);
    }

    /** Keeps what a placement led to. */
    void remember(NewOrder order, int orderRow, Orders orders, CommandOutcome outcome) {
        int placement = rows.allocate();
        int copy = rows.allocate();
        orders.keep(orderRow, rows.cells(), copy);
        ClientIndex.write(rows, placement, order.clientOrderId, order.account);
        set(placement, ClientIndex.SUBJECT, misplaced(order));
        set(placement, COPY, copy);
        set(placement, SEQUENCE, outcome.sequence());
        set(placement, TIME, outcome.timeUs());
        boolean reported = outcome.orders().size() > 0;
        set(placement, REJECT, outcome.reject().ordinal() | (reported ? 1L << 8 : 0) | (long) outcome.priceScale() << 16
                | (long) outcome.quantityScale() << 24);
        set(placement, SYMBOL, symbolKey(order.symbolName));
        set(placement, TRADES, keptTrades.keep(outcome.trades()));
        set(placement, TRADE_COUNT, outcome.trades().size());
        trades += outcome.trades().size();
        append(placement);
        forget(outcome.timeUs());
    }

    private void append(int placement) {
        set(placement, NEXT, 0);
        if (newest == 0) {
            oldest = placement;
        } else {
            set(newest, NEXT, placement);
        }
        newest = placement;
        size++;
        index.add(placement);
    }

    private void forget(long nowUs) {
        while (size > limits.rememberedPlacements()
                || trades > limits.rememberedTrades() && size > 1
                || size > 0 && get(oldest, TIME) < nowUs - EngineLimits.REMEMBERED_US) {
            int placement = oldest;
            oldest = (int) get(placement, NEXT);
            newest = oldest == 0 ? 0 : newest;
            size--;
            trades -= get(placement, TRADE_COUNT);
            index.remove(placement);
            keptTrades.forget((int) get(placement, TRADES));
            rows.free((int) get(placement, COPY));
            rows.free(placement);
        }
    }

    /** Tells the first outcome of a placement once more. */
    void repeat(int placement, NewOrder order, Orders orders, CommandOutcome outcome) {
        long reject = get(placement, REJECT);
        outcome.repeats(get(placement, SEQUENCE), get(placement, TIME));
        outcome.about(order.symbolName, (int) (reject >>> 16 & 255), (int) (reject >>> 24 & 255));
        outcome.reject(CODES[(int) (reject & 255)]);
        if ((reject >>> 8 & 1) != 0) {
            int copy = (int) get(placement, COPY);
            orders.report(order, rows.cells(), copy, outcome.orders());
        }
        keptTrades.tell((int) get(placement, TRADES), (int) get(placement, TRADE_COUNT), outcome.trades());
    }

    /** The number of an invalid order that its row has no place for. */
    private static long misplaced(NewOrder order) {
        return order.type() == OrderType.MARKET ? order.displayQuantity : order.quoteQuantity;
    }

    /** Equal for equal names; different ones differ, but for one chance in 2^64. */
    private static long symbolKey(String name) {
        long key = 0;
        for (int i = 0; i < name.length(); i++) {
            key = (key ^ name.charAt(i)) * 0x9E37_79B9_7F4A_7C15L;
            key ^= key >>> 29;
        }
        return key;
    }

    private long get(int row, int field) {
        return rows.cells()[row + field];
    }

    private void set(int row, int field, long value) {
        rows.cells()[row + field] = value;
    }

    private void restoreCopy(int partition, int symbol, int copy, StateReader in, long[] numbers) {
        long[] cells = rows.cells();
        int cold = copy + BookRows.LONGS;
        OrderContent.read(cells, copy, cells, cold, partition, symbol, 0, in, numbers);
        if (!OrderRow.isUsed(cells[copy + OrderRow.FLAGS])) {
            Arrays.fill(cells, cold, cold + BookRows.LONGS, 0);
            cells[cold + OrderRow.QUANTITY] = cells[copy + OrderRow.LEAVES];
        }
    }

    /** Makes room for what a state holds. */
    void room(StateSize added) {
        rows.room(2 * added.placements());
        index.room(added.placements());
        keptTrades.room(added.trades(), added.placements());
    }

    /** A copy of all of them, for one who writes it while this goes on. */
    PlacementCapture capture(CopySpace space) {
        return new PlacementCapture(
                rows.copyCells(space, CopySpace.Part.PLACEMENTS), keptTrades.copyCells(space), oldest, size);
    }

    /**
     * Adds one that a {@link PlacementCapture} wrote, as the newest.
     *
     * @param id is filled anew
     * @param numbers {@value OrderContent#NUMBERS} to work with
     */
    void restore(int partition, ClientOrderId id, StateReader in, long[] numbers) {
        int placement = rows.allocate();
        int copy = rows.allocate();
        in.numbers(numbers, 6);
        id.restore(numbers[0], numbers[1], numbers[2], numbers[3]);
        ClientIndex.write(rows, placement, id, (int) numbers[4]);
        set(placement, ClientIndex.SUBJECT, numbers[5]);
        set(placement, COPY, copy);
        in.numbers(numbers, 5);
        Words.at(CODES, numbers[2] & 255);
        set(placement, SEQUENCE, numbers[0]);
        set(placement, TIME, numbers[1]);
        set(placement, REJECT, numbers[2]);
        set(placement, SYMBOL, StateReader.signed(numbers[3]));
        restoreCopy(partition, (int) StateReader.signed(numbers[4]), copy, in, numbers);
        int count = (int) in.number();
        set(placement, TRADES, keptTrades.restore(count, in));
        set(placement, TRADE_COUNT, count);
        trades += count;
        append(placement);
    }
}
