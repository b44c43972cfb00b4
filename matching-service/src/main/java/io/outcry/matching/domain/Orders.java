// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static io.outcry.matching.domain.book.OrderRow.CLIENT_HEAP;
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
import static io.outcry.matching.domain.book.OrderRow.STOP;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.OrderTable;
import io.outcry.matching.domain.book.Rows;

/** The orders of an engine, from the command that brings them to the one that ends them. */
final class Orders {

    /** 8 MiB: a book of usual size never grows. An engine that remembers less begins with less. */
    private static final int FIRST_ORDERS = 1 << 16;

    private static final int FIRST_CLIENTS = 1 << 10;

    private static final int PARTITION_SHIFT = 48;
    private static final OrderStatus[] STATUSES = OrderStatus.values();

    private final BookRows rows;
    private final Rows clientRows = new Rows(FIRST_CLIENTS, ClientRow.LONGS);
    private final OrderTable table;
    private final OpenClientIds openByClientId = new OpenClientIds(clientRows);
    private final Listings listings;
    private final int partition;

    /**
     * @param partition part of every order's id
     * @param slots orders that the table of ids holds without hashing: a power of two
     */
    Orders(int partition, int slots, Listings listings) {
        this.partition = partition;
        rows = new BookRows(Math.min(FIRST_ORDERS, slots));
        table = new OrderTable(rows, slots);
        this.listings = listings;
    }

    BookRows rows() {
        return rows;
    }

    Rows clientRows() {
        return clientRows;
    }

    /** The open order of this id, or 0. */
    int find(long orderId) {
        return table.find(orderId);
    }

    /** The open order of this client order id and account, or 0. */
    int find(ClientOrderId id, int account) {
        int row = openByClientId.find(id, account);
        return row == 0 ? 0 : (int) clientRows.cells()[row + ClientRow.SUBJECT];
    }

    /** One of the longs that every order has. */
    long get(int order, int field) {
        return rows.hot()[order + field];
    }

    void set(int order, int field, long value) {
        rows.hot()[order + field] = value;
    }

    /** One of the longs that few orders use; zero for one that does not. */
    long getCold(int order, int field) {
        return OrderRow.isUsed(get(order, FLAGS)) ? rows.cold()[order + field] : 0;
    }

    /** What was ordered, as far as it is known. */
    long quantity(int order) {
        return OrderRow.quantity(rows.hot(), rows.cold(), order);
    }

    void setQuantity(int order, long quantity) {
        if (OrderRow.isUsed(get(order, FLAGS))) {
            rows.cold()[order + QUANTITY] = quantity;
        }
    }

    int account(int order) {
        return OrderRow.lower(get(order, LEVEL_ACCOUNT));
    }

    Listing listing(int order) {
        return listings.get(OrderRow.symbol(get(order, FLAGS)));
    }

    /** Where the rows end that are in use or were. */
    int endOfRows() {
        return rows.end();
    }

    /** Whether a row is that of an open order. */
    boolean isOpen(int row) {
        return find(get(row, ID)) == row;
    }

    /** A new order, open in name only: it is in no queue and cannot be found yet. */
    int create(long id, NewOrder terms, long expireTimeUs) {
        int order = rows.allocateOrder();
        long[] hot = rows.hot();
        hot[order + ID] = id;
        hot[order + PRICE] = terms.price;
        hot[order + LEAVES] = terms.quantity;
        hot[order + LEVEL_ACCOUNT] = OrderRow.pair(0, terms.account);
        hot[order + FLAGS] = terms.flags() | OrderRow.SPECIAL;
        use(order);
        long[] cold = rows.cold();
        cold[order + DISPLAY] = terms.type() == OrderType.MARKET ? terms.quoteQuantity : terms.displayQuantity;
        cold[order + EXPIRE] = expireTimeUs;
        cold[order + STOP] = terms.stopPrice;
        cold[order + CLIENT_HEAP] = terms.clientOrderId.isEmpty() ? 0 : OrderRow.pair(name(order, terms), 0);
        return order;
    }

    /** Makes an order use its second row, where only its quantity stands at first. */
    void use(int order) {
        long[] hot = rows.hot();
        long[] cold = rows.cold();
        if (!OrderRow.isUsed(hot[order + FLAGS])) {
            hot[order + FLAGS] |= OrderRow.USED;
            use(order, hot[order + LEAVES], 0, 0, cold);
        }
    }

    /** Executes a part of what an order has open, which the caller takes off that. */
    void execute(int order, long quantity, long notional) {
        long[] hot = rows.hot();
        long[] cold = rows.cold();
        long flags = hot[order + FLAGS];
        if (OrderRow.isUsed(flags)) {
            long low = cold[order + QUOTE_LOW] + notional;
            cold[order + EXECUTED] += quantity;
            cold[order + QUOTE_LOW] = low;
            cold[order + QUOTE_HIGH] += Long.compareUnsigned(low, notional) < 0 ? 1 : 0;
        } else {
            hot[order + FLAGS] = flags | OrderRow.USED;
            use(order, hot[order + LEAVES], quantity, notional, cold);
        }
    }

    private static void use(int order, long ordered, long executed, long notional, long[] cold) {
        cold[order + QUANTITY] = ordered;
        cold[order + EXECUTED] = executed;
        cold[order + QUOTE_LOW] = notional;
        cold[order + QUOTE_HIGH] = 0;
        cold[order + DISPLAY] = 0;
        cold[order + EXPIRE] = 0;
        cold[order + STOP] = 0;
        cold[order + CLIENT_HEAP] = 0;
    }

    /** Whether an order has executed all that was ordered, and nothing of it was prevented. */
    boolean isWhole(int order) {
        long[] cold = rows.cold();
        return cold[order + EXECUTED] == cold[order + QUANTITY];
    }

    private int name(int order, NewOrder terms) {
        return name(order, terms.clientOrderId, terms.account);
    }

    /** A row that carries the client order id of an order; it cannot be found by it yet. */
    int name(int order, ClientOrderId id, int account) {
        int row = clientRows.allocate();
        ClientRow.write(clientRows.cells(), row, id, account);
        clientRows.cells()[row + ClientRow.SUBJECT] = order;
        return row;
    }

    /** Puts an order at the back of its level on the book. */
    void rest(int order, Listing listing) {
        long[] hot = rows.hot();
        long flags = hot[order + FLAGS];
        long leaves = hot[order + LEAVES];
        long shown = leaves;
        long admitted = flags | OrderRow.ADMITTED;
        if (OrderRow.isUsed(flags)) {
            long[] cold = rows.cold();
            long display = cold[order + DISPLAY];
            shown = display == 0 ? leaves : Math.min(display, leaves);
            OrderStatus status = cold[order + EXECUTED] == 0 ? OrderStatus.NEW : OrderStatus.PARTIALLY_FILLED;
            admitted = OrderRow.withStatus(admitted, status.ordinal());
        }
        hot[order + FLAGS] = admitted;
        listing.book(OrderRow.side(flags)).append(order, hot[order + PRICE], leaves, shown);
        if ((flags & OrderRow.ADMITTED) == 0) {
            admit(order, listing);
        }
    }

    /** Lets a new order wait for its stop price. */
    void await(int order, Listing listing) {
        long[] hot = rows.hot();
        long flags = OrderRow.withStatus(hot[order + FLAGS], OrderStatus.PENDING_TRIGGER.ordinal());
        long leaves = hot[order + LEAVES];
        hot[order + FLAGS] = flags | OrderRow.ADMITTED;
        queueOf(flags, listing).append(order, rows.cold()[order + STOP], leaves);
        countWaiting(listing, flags, leaves);
        listing.countStops(1);
        admit(order, listing);
    }

    /** Makes an order that stays findable. */
    private void admit(int order, Listing listing) {
        long[] hot = rows.hot();
        table.add(hot[order + ID], order, OrderRow.lower(hot[order + LEVEL_ACCOUNT]));
        listing.countOrders(1);
        if (OrderRow.isUsed(hot[order + FLAGS])) {
            admitNamed(order, listing);
        }
    }

    private void admitNamed(int order, Listing listing) {
        listing.countOpenOrder(account(order), 1);
        long[] cold = rows.cold();
        int client = OrderRow.upper(cold[order + CLIENT_HEAP]);
        if (client != 0) {
            openByClientId.add(client);
        }
        if (cold[order + EXPIRE] != 0) {
            listing.addExpiry(order);
        }
    }

    /** Takes an order out of the queue it stands in; it stays findable. */
    void unqueue(int order, Listing listing) {
        long flags = get(order, FLAGS);
        if (OrderRow.status(flags) != OrderStatus.PENDING_TRIGGER.ordinal()) {
            listing.book(OrderRow.side(flags)).remove(order);
        } else {
            queueOf(flags, listing).remove(order);
            countWaiting(listing, flags, -get(order, LEAVES));
            listing.countStops(-1);
        }
    }

    /** The queues an open order stands in. */
    BookSide queueOf(long flags, Listing listing) {
        int side = OrderRow.side(flags);
        if (OrderRow.status(flags) != OrderStatus.PENDING_TRIGGER.ordinal()) {
            return listing.book(side);
        }
        boolean rising = OrderTypes.of(OrderRow.type(flags)).isRising(side == Side.BUY.ordinal() ? Side.BUY : Side.SELL);
        return rising ? listing.rising() : listing.falling();
    }

    /** Notes that the quantity of a waiting order changed, if the order may rest one day. */
    void countWaiting(Listing listing, long flags, long change) {
        if (OrderTypes.rests(OrderRow.timeInForce(flags))) {
            listing.countWaiting(OrderRow.side(flags), change);
        }
    }

    /** Ends an order that stands in no queue, or not any more. It can be read until the next command. */
    void end(int order, OrderStatus status, Listing listing) {
        long[] hot = rows.hot();
        long flags = hot[order + FLAGS];
        long id = hot[order + ID];
        if ((flags & OrderRow.ADMITTED) != 0) {
            table.remove(id, order);
            listing.countOrders(-1);
        } else {
            table.remember(id, OrderRow.lower(hot[order + LEVEL_ACCOUNT]));
        }
        if (OrderRow.isUsed(flags)) {
            endNamed(order, rows.cold()[order + CLIENT_HEAP], (flags & OrderRow.ADMITTED) != 0, listing);
        }
        hot[order + FLAGS] = OrderRow.withStatus(flags, status.ordinal());
        rows.freeOrder(order, hot);
    }

    private void endNamed(int order, long clientHeap, boolean admitted, Listing listing) {
        if (admitted) {
            listing.countOpenOrder(account(order), -1);
        }
        int client = OrderRow.upper(clientHeap);
        if (client != 0) {
            if (admitted) {
                openByClientId.remove(client);
            }
            clientRows.free(client);
        }
        if (OrderRow.lower(clientHeap) != 0) {
            listing.removeExpiry(order);
        }
    }

    /** Ends an order that breaks a rule. */
    void refuse(int order) {
        long[] hot = rows.hot();
        hot[order + FLAGS] = OrderRow.withStatus(hot[order + FLAGS], OrderStatus.REJECTED.ordinal());
        int account = account(order);
        if (account != MatchingEngine.UNKNOWN) {
            table.remember(hot[order + ID], account);
        }
        int client = OrderRow.upper(rows.cold()[order + CLIENT_HEAP]);
        if (client != 0) {
            clientRows.free(client);
        }
        rows.freeOrder(order, hot);
    }

    /** Keeps the two rows of an order that uses both. */
    void keep(int order, long[] into, int base) {
        System.arraycopy(rows.hot(), order, into, base, BookRows.LONGS);
        System.arraycopy(rows.cold(), order, into, base + BookRows.LONGS, BookRows.LONGS);
        into[base + FLAGS] &= ~OrderRow.OF_LIFE;
        if (!STATUSES[OrderRow.status(into[base + FLAGS])].isOpen()) {
            into[base + LEAVES] = 0;
        }
    }

    /** Reports an order as it once was; {@code kept} holds its rows. */
    void report(NewOrder terms, long[] kept, int keptBase, OrderReports reports) {
        int order = create(0, terms, 0);
        long name = rows.cold()[order + CLIENT_HEAP];
        System.arraycopy(kept, keptBase, rows.hot(), order, BookRows.LONGS);
        System.arraycopy(kept, keptBase + BookRows.LONGS, rows.cold(), order, BookRows.LONGS);
        rows.cold()[order + CLIENT_HEAP] = name;
        rows.hot()[order + FLAGS] |= OrderRow.USED;
        reports.touch(order);
        clientRows.free(OrderRow.upper(name));
        rows.freeOrder(order, rows.hot());
    }

    /** Takes an open order out of wherever it is and ends it. */
    void withdraw(int order, OrderStatus status, Listing listing) {
        unqueue(order, listing);
        end(order, status, listing);
    }

    /** Why an order that is not open cannot be touched. */
    RejectCode missing(long orderId, int account) {
        boolean own = account != MatchingEngine.UNKNOWN
                && orderId >>> PARTITION_SHIFT == partition
                && table.account(orderId) == account;
        return own ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND;
    }

    /** Makes room for what a state holds. */
    void room(StateSize size) {
        rows.room(size.orders() + size.levels());
        clientRows.room(size.named());
        openByClientId.room(size.named());
        table.room(size.orders());
    }

    /**
     * Makes an order findable and counted whose rows another engine's state has filled; it is in no queue yet.
     *
     * @return false if there is one of its id
     */
    boolean restore(int order, int client, Listing listing) {
        long[] hot = rows.hot();
        long flags = hot[order + FLAGS] | OrderRow.ADMITTED;
        hot[order + FLAGS] = flags;
        if (!table.restore(hot[order + ID], order)) {
            return false;
        }
        listing.countOrders(1);
        if (OrderRow.status(flags) == OrderStatus.PENDING_TRIGGER.ordinal()) {
            countWaiting(listing, flags, hot[order + LEAVES]);
            listing.countStops(1);
        }
        if (client != 0) {
            use(order);
            hot[order + FLAGS] |= OrderRow.SPECIAL;
            rows.cold()[order + CLIENT_HEAP] = OrderRow.pair(client, 0);
        }
        if (listing.boundsOpenOrders()) {
            use(order);
        }
        if (OrderRow.isUsed(hot[order + FLAGS])) {
            admitNamed(order, listing);
        }
        return true;
    }

    OrderTable table() {
        return table;
    }
}
