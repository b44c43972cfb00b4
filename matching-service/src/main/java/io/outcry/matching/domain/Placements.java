// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.RowQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The placements that carried a client order id lately, with what came of them, to be told again: bounded by their number and by time, the
 * oldest is forgotten first. The trades kept with them are bounded, too: those of the oldest are forgotten first, and it is told without.
 */
final class Placements {

    /** Where the copies of the order's two rows begin. */
    static final int HOT = ClientRow.LONGS;

    private static final int COLD = HOT + BookRows.LONGS;

    /** Longs of a placement. */
    static final int LONGS = COLD + BookRows.LONGS;

    // What follows stands where the copies have nothing to say of an order that is in no queue.

    static final int TIME = ClientRow.OWN;
    static final int SEQUENCE = HOT + OrderRow.SHOWN;

    /** What was said but for the order. */
    static final int REJECT = HOT + OrderRow.NEXT;

    static final int SYMBOL = HOT + OrderRow.PREVIOUS;

    /** The first of its trades. */
    private static final int TRADES = COLD + OrderRow.CLIENT_HEAP;

    private static final int REPORTED = 1 << 8;

    /** Its numbers had digits of their own, at the scales that were said, as its symbol was not known. */
    private static final int AS_IT_CAME = 1 << 9;

    private static final int PRICE_SCALE_SHIFT = 16;
    private static final int QUANTITY_SCALE_SHIFT = 24;
    private static final int BYTE = 255;
    private static final RejectCode[] CODES = RejectCode.values();

    private final RowQueue rows = new RowQueue(LONGS);

    private final RememberedIds index;
    private final KeptTrades keptTrades = new KeptTrades();
    private final EngineLimits limits;
    private long oldestTimeUs = Long.MAX_VALUE;

    /** So many of the oldest placements are known to have no trades kept with them. */
    private int withoutTrades;

    private String lastSymbol = "";
    private long lastSymbolKey;

    Placements(EngineLimits limits) {
        this.limits = limits;
        index = new RememberedIds(rows, limits.rememberedPlacements());
    }

    /** The placement of this client order id and account that is remembered, or 0. */
    int find(ClientOrderId id, int account, long nowUs) {
        forget(nowUs);
        return index.find(id, account);
    }

    /** Reads beforehand what {@link #find} will read first. */
    void look(ClientOrderId id, int account) {
        index.look(id, account);
    }

    int size() {
        return rows.size();
    }

    /**
     * Whether a placement asked for the same order; when it asked does not matter. The numbers of one whose symbol was not known then are
     * brought to the scales that the symbol has since.
     *
     * @param order at the scales of its symbol, if it is known
     */
    boolean isSame(int placement, NewOrder order, @Nullable Listing listing) {
        int said = said(placement);
        if (listing == null) {
            return hasSameTerms(placement, order);
        }
        Instrument symbol = listing.instrument();
        if ((said & AS_IT_CAME) != 0) {
            return sameTerms(placement, order, priceScale(said), quantityScale(said), symbol.priceScale(), symbol.quantityScale());
        }
        return hasSameTerms(placement, order) && (CODES[said & BYTE] == RejectCode.UNKNOWN_SYMBOL
                || hasScales(placement, symbol.priceScale(), symbol.quantityScale()));
    }

    /** The same of an order whose numbers have digits of their own. */
    boolean isSame(int placement, NewOrder order, int priceScale, int quantityScale) {
        return hasScales(placement, priceScale, quantityScale) && hasSameTerms(placement, order);
    }

    private boolean hasSameTerms(int placement, NewOrder order) {
        return sameTerms(placement, order, 0, 0, 0, 0);
    }

    private boolean sameTerms(int placement, NewOrder order, int fromPrice, int fromQuantity, int toPrice, int toQuantity) {
        long[] cells = rows.cells(placement);
        int base = rows.at(placement);
        int hot = base + HOT;
        int cold = base + COLD;
        long flags = OrderRow.flags(order.symbol, order.side().ordinal(), order.type().ordinal(), order.timeInForce().ordinal(),
                order.selfTradePrevention().ordinal(), 0, order.postOnly());
        long kept = OrderRow.withStatus(cells[hot + OrderRow.FLAGS], 0) & ~OrderRow.OF_LIFE;
        boolean market = order.type() == OrderType.MARKET;
        int fromQuote = fromPrice + fromQuantity;
        int toQuote = toPrice + toQuantity;
        long display = cells[cold + OrderRow.DISPLAY];
        long misplaced = cells[base + ClientRow.SUBJECT];
        return cells[base + SYMBOL] == symbolKey(order.symbolName)
                && flags << Integer.SIZE == kept << Integer.SIZE
                && Rescaling.isSame(cells[hot + OrderRow.PRICE], fromPrice, order.price, toPrice)
                && (market && order.quoteQuantity != 0
                        || Rescaling.isSame(cells[cold + OrderRow.QUANTITY], fromQuantity, order.quantity, toQuantity))
                && Rescaling.isSame(cells[cold + OrderRow.STOP], fromPrice, order.stopPrice, toPrice)
                && Rescaling.isSame(market ? display : misplaced, fromQuote, order.quoteQuantity, toQuote)
                && Rescaling.isSame(market ? misplaced : display, fromQuantity, order.displayQuantity, toQuantity)
                && (order.timeInForce() == TimeInForce.DAY || cells[cold + OrderRow.EXPIRE] == order.expireTimeUs);
    }

    /** Whether the numbers of a placement had so many digits after the point. */
    private boolean hasScales(int placement, int priceScale, int quantityScale) {
        int said = said(placement);
        return priceScale(said) == priceScale && quantityScale(said) == quantityScale;
    }

    private int said(int placement) {
        return (int) rows.cells(placement)[rows.at(placement) + REJECT];
    }

    private static int priceScale(int said) {
        return said >>> PRICE_SCALE_SHIFT & BYTE;
    }

    private static int quantityScale(int said) {
        return said >>> QUANTITY_SCALE_SHIFT & BYTE;
    }

    /**
     * Keeps what a placement led to.
     *
     * @param asItCame whether its symbol was not known and its numbers had digits of their own
     */
    void remember(NewOrder order, boolean asItCame, int orderRow, Orders orders, CommandOutcome outcome) {
        int placement = rows.add();
        long[] cells = rows.cells(placement);
        int base = rows.at(placement);
        orders.keep(orderRow, cells, base + HOT);
        ClientRow.write(cells, base, order.clientOrderId, order.account);
        cells[base + ClientRow.SUBJECT] = misplaced(order);
        cells[base + SEQUENCE] = outcome.sequence();
        cells[base + REJECT] = outcome.reject().ordinal()
                | (outcome.orders().size() > 0 ? REPORTED : 0)
                | (asItCame ? AS_IT_CAME : 0)
                | outcome.priceScale() << PRICE_SCALE_SHIFT
                | outcome.quantityScale() << QUANTITY_SCALE_SHIFT;
        cells[base + SYMBOL] = symbolKey(order.symbolName);
        boolean few = outcome.trades().size() <= EngineLimits.TRADES_TOLD_AGAIN;
        keepTrades(cells, base, few ? outcome.trades().size() : 0, few ? keptTrades.keep(outcome.trades()) : 0);
        append(placement, cells, base, outcome.timeUs());
        forget(outcome.timeUs());
    }

    private static void keepTrades(long[] cells, int base, int count, int first) {
        cells[base + ClientRow.ACCOUNT] = OrderRow.withUpper(cells[base + ClientRow.ACCOUNT], count);
        cells[base + TRADES] = first;
    }

    /** How many trades are kept with a placement. */
    static int trades(long[] cells, int base) {
        return OrderRow.upper(cells[base + ClientRow.ACCOUNT]);
    }

    private void append(int placement, long[] cells, int base, long timeUs) {
        cells[base + TIME] = timeUs;
        index.add(placement, cells[base + ClientRow.KEY], timeUs, trades(cells, base));
        if (rows.size() == 1) {
            oldestTimeUs = timeUs;
        }
    }

    private void forget(long nowUs) {
        while (rows.size() > limits.rememberedPlacements() || oldestTimeUs < nowUs - EngineLimits.REMEMBERED_US) {
            keptTrades.forget(index.oldestTrades());
            index.drop();
            rows.drop(1);
            withoutTrades = Math.max(0, withoutTrades - 1);
            oldestTimeUs = rows.size() == 0 ? Long.MAX_VALUE : index.oldestTimeUs();
        }
        while (keptTrades.size() > limits.rememberedTrades() && withoutTrades < rows.size() - 1) {
            forgetTrades(RowQueue.after(rows.oldest(), withoutTrades++));
        }
    }

    /** Of the oldest placement that has some. What it came to is remembered all the same: a repeat must not trade again. */
    private void forgetTrades(int placement) {
        long[] cells = rows.cells(placement);
        int base = rows.at(placement);
        keptTrades.forget(trades(cells, base));
        keepTrades(cells, base, 0, 0);
        index.forgetTrades(placement);
    }

    /** Tells the first outcome of a placement once more. */
    void repeat(int placement, NewOrder order, Orders orders, CommandOutcome outcome) {
        long[] cells = rows.cells(placement);
        int base = rows.at(placement);
        int said = (int) cells[base + REJECT];
        outcome.repeats(cells[base + SEQUENCE], cells[base + TIME]);
        outcome.about(order.symbolName, priceScale(said), quantityScale(said));
        outcome.reject(CODES[said & BYTE]);
        if ((said & REPORTED) != 0) {
            orders.report(order, cells, base + HOT, outcome.orders());
        }
        keptTrades.tell((int) cells[base + TRADES], trades(cells, base), outcome.tradesToCome());
    }

    /** The number of an invalid order that its row has no place for. */
    private static long misplaced(NewOrder order) {
        return order.type() == OrderType.MARKET ? order.displayQuantity : order.quoteQuantity;
    }

    /** Equal for equal names; different ones differ, but for one chance in 2^64. */
    private long symbolKey(String name) {
        if (!name.equals(lastSymbol)) {
            lastSymbol = name;
            lastSymbolKey = newSymbolKey(name);
        }
        return lastSymbolKey;
    }

    private static long newSymbolKey(String name) {
        long key = 0;
        for (int i = 0; i < name.length(); i++) {
            key = (key ^ name.charAt(i)) * 0x9E37_79B9_7F4A_7C15L;
            key ^= key >>> 29;
        }
        return key;
    }

    /** A copy of all of them, for one who writes it while this goes on. */
    PlacementCapture capture(CopySpace space) {
        return new PlacementCapture(rows.copy(space, CopySpace.Part.PLACEMENTS), keptTrades.copy(space), rows.size());
    }

    /**
     * Adds one that a {@link PlacementCapture} wrote, as the newest.
     *
     * @param id is filled anew
     * @param numbers {@value OrderContent#NUMBERS} to work with
     */
    void restore(int partition, ClientOrderId id, StateReader in, long[] numbers) {
        int placement = rows.add();
        long[] cells = rows.cells(placement);
        int base = rows.at(placement);
        in.numbers(numbers, 6);
        id.set(numbers[0], numbers[1], numbers[2], numbers[3]);
        ClientRow.write(cells, base, id, (int) numbers[4]);
        cells[base + ClientRow.SUBJECT] = numbers[5];
        in.numbers(numbers, 5);
        long sequence = numbers[0];
        long timeUs = numbers[1];
        int said = (int) numbers[2];
        long symbol = StateReader.signed(numbers[3]);
        Words.at(CODES, said & BYTE);
        restoreCopy(partition, (int) StateReader.signed(numbers[4]), cells, base, in, numbers);
        int count = trades(in);
        cells[base + SEQUENCE] = sequence;
        cells[base + REJECT] = said;
        cells[base + SYMBOL] = symbol;
        keepTrades(cells, base, count, keptTrades.restore(count, in));
        append(placement, cells, base, timeUs);
    }

    private static int trades(StateReader in) {
        long count = in.number();
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new InvalidStateException("a placement led to " + count + " trades");
        }
        return (int) count;
    }

    private static void restoreCopy(int partition, int symbol, long[] cells, int base, StateReader in, long[] numbers) {
        int hot = base + HOT;
        int cold = base + COLD;
        OrderContent.read(cells, hot, cells, cold, partition, symbol, 0, in, numbers);
        if (!OrderRow.isUsed(cells[hot + OrderRow.FLAGS])) {
            Arrays.fill(cells, cold, cold + BookRows.LONGS, 0);
            cells[cold + OrderRow.QUANTITY] = cells[hot + OrderRow.LEAVES];
        }
    }
}
