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
import static io.outcry.matching.domain.book.OrderRow.SHOWN;
import static io.outcry.matching.domain.book.OrderRow.STOP;
import static io.outcry.matching.domain.book.OrderRow.TOUCHED;

import io.outcry.matching.domain.book.BookSide;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.OrderTable;
import io.outcry.matching.domain.book.Rows;
import java.util.Arrays;

/** The orders of an engine, from the command that brings them to the one that ends them. */
final class Orders {

    /** 8 MiB: a book of usual size never grows. */
    private static final int FIRST_ORDERS = 1 << 16;

    private static final int FIRST_CLIENTS = 1 << 10;
    private static final int PARTITION_SHIFT = 48;

    private final Rows rows = new Rows(FIRST_ORDERS);
    private final Rows clientRows = new Rows(FIRST_CLIENTS);
    private final OrderTable table;
    private final ClientIndex openByClientId = new ClientIndex(clientRows);
    private final Listings listings;
    private final int partition;

    /**
     * @param partition part of every order's id
     * @param slots orders that the table of ids holds without hashing: a power of two
     */
    Orders(int partition, int slots, Listings listings) {
        this.partition = partition;
        table = new OrderTable(rows, slots);
        this.listings = listings;
    }

    Rows rows() {
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
        return row == 0 ? 0 : (int) clientRows.cells()[row + ClientIndex.SUBJECT];
    }

    long get(int order, int field) {
        return rows.cells()[order + field];
    }

    void set(int order, int field, long value) {
        rows.cells()[order + field] = value;
    }

    int account(int order) {
        return OrderRow.lower(get(order, LEVEL_ACCOUNT));
    }

    Listing listing(int order) {
        return listings.get(OrderRow.symbol(get(order, FLAGS)));
    }

    /** A new order, open in name only: it is in no queue and cannot be found yet. */
    int create(long id, NewOrder terms, long expireTimeUs) {
        int order = createPlain(id, terms, terms.side.ordinal());
        long display = terms.type == OrderType.MARKET ? terms.quoteQuantity : terms.displayQuantity;
        if ((display | expireTimeUs | terms.stopPrice) != 0 || !terms.clientOrderId.isEmpty()) {
            long[] row = rows.cells();
            row[order + FLAGS] |= OrderRow.USED;
            row[order + DISPLAY] = display;
            row[order + EXPIRE] = expireTimeUs;
            row[order + STOP] = terms.stopPrice;
            row[order + CLIENT_HEAP] = terms.clientOrderId.isEmpty() ? 0 : OrderRow.pair(name(order, terms), 0);
        }
        return order;
    }

    /** As {@link #create}, of an order that names nothing but its price and quantity. */
    int createPlain(long id, NewOrder terms, int side) {
        int order = rows.allocate();
        long[] row = rows.cells();
        if ((row[order + FLAGS] & OrderRow.USED) != 0) {
            Arrays.fill(row, order + EXECUTED, order + Rows.LONGS, 0);
        }
        row[order + ID] = id;
        row[order + PRICE] = terms.price;
        row[order + LEAVES] = terms.quantity;
        row[order + LEVEL_ACCOUNT] = terms.account & 0xFFFF_FFFFL;
        row[order + FLAGS] = OrderRow.flags(terms.symbol, side, terms.type.ordinal(), terms.timeInForce.ordinal(),
                terms.selfTradePrevention.ordinal(), OrderStatus.NEW.ordinal(), terms.postOnly);
        row[order + QUANTITY] = terms.quantity;
        return order;
    }

    /** As {@link #rest}, of a plain order that has not traded. */
    void restPlain(int order, long id, long price, long quantity, BookSide side, Listing listing) {
        long[] row = rows.cells();
        row[order + SHOWN] = quantity;
        row[order + FLAGS] |= OrderRow.ADMITTED;
        side.append(order, row, price, quantity);
        table.add(id, order);
        listing.countOrders(1);
    }

    private int name(int order, NewOrder terms) {
        int row = clientRows.allocate();
        ClientIndex.write(clientRows, row, terms.clientOrderId, terms.account);
        clientRows.cells()[row + ClientIndex.SUBJECT] = order;
        return row;
    }

    /** Puts an order at the back of its level on the book. */
    void rest(int order, Listing listing) {
        long[] row = rows.cells();
        long flags = row[order + FLAGS];
        long leaves = row[order + LEAVES];
        row[order + SHOWN] = leaves;
        row[order + FLAGS] = flags | OrderRow.ADMITTED;
        if ((flags & OrderRow.USED) != 0) {
            restUsed(row, order, flags, leaves);
        }
        listing.book(OrderRow.side(flags)).append(order, row);
        if ((flags & OrderRow.ADMITTED) == 0) {
            admit(order, row, listing);
        }
    }

    /** An order that has traded, or shows part of itself. */
    private static void restUsed(long[] row, int base, long flags, long leaves) {
        long display = row[base + DISPLAY];
        row[base + SHOWN] = display == 0 ? leaves : Math.min(display, leaves);
        OrderStatus status = row[base + EXECUTED] == 0 ? OrderStatus.NEW : OrderStatus.PARTIALLY_FILLED;
        row[base + FLAGS] = OrderRow.withStatus(flags, status.ordinal()) | OrderRow.ADMITTED;
    }

    /** Lets a new order wait for its stop price. */
    void await(int order, Listing listing) {
        long[] row = rows.cells();
        long flags = OrderRow.withStatus(row[order + FLAGS], OrderStatus.PENDING_TRIGGER.ordinal());
        row[order + FLAGS] = flags | OrderRow.ADMITTED;
        row[order + SHOWN] = row[order + LEAVES];
        queueOf(flags, listing).append(order, row);
        countWaiting(listing, flags, row[order + LEAVES]);
        listing.countStops(1);
        admit(order, row, listing);
    }

    /** Makes an order that stays findable. */
    private void admit(int order, long[] row, Listing listing) {
        table.add(row[order + ID], order);
        listing.countOrders(1);
        if ((row[order + FLAGS] & OrderRow.USED) != 0) {
            admitNamed(order, row, listing);
        }
    }

    private void admitNamed(int order, long[] row, Listing listing) {
        int client = OrderRow.upper(row[order + CLIENT_HEAP]);
        if (client != 0) {
            openByClientId.add(client);
        }
        if (row[order + EXPIRE] != 0) {
            listing.addExpiry(order);
        }
    }

    /** Takes an order out of the queue it stands in; it stays findable. */
    void unqueue(int order, Listing listing) {
        unqueue(rows.cells(), order, listing);
    }

    private void unqueue(long[] row, int base, Listing listing) {
        long flags = row[base + FLAGS];
        if (OrderRow.status(flags) != OrderStatus.PENDING_TRIGGER.ordinal()) {
            listing.book(OrderRow.side(flags)).remove(row, base);
        } else {
            queueOf(flags, listing).remove(row, base);
            countWaiting(listing, flags, -row[base + LEAVES]);
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
        end(order, rows.cells(), status, listing);
    }

    /** As above, for one who has the row at hand. */
    void end(int order, long[] row, OrderStatus status, Listing listing) {
        long flags = row[order + FLAGS];
        long id = row[order + ID];
        int account = OrderRow.lower(row[order + LEVEL_ACCOUNT]);
        if ((flags & OrderRow.ADMITTED) != 0) {
            table.close(id, order, account);
            listing.countOrders(-1);
        } else {
            table.remember(id, account);
        }
        long clientHeap = row[order + CLIENT_HEAP];
        if ((flags & OrderRow.USED) != 0 && clientHeap != 0) {
            endNamed(order, OrderRow.upper(clientHeap), OrderRow.lower(clientHeap), (flags & OrderRow.ADMITTED) != 0, listing);
        }
        row[order + LEAVES] = 0;
        row[order + FLAGS] = OrderRow.withStatus(flags, status.ordinal());
        rows.free(order);
    }

    private void endNamed(int order, int client, int heapPlace, boolean admitted, Listing listing) {
        if (client != 0) {
            if (admitted) {
                openByClientId.remove(client);
            }
            clientRows.free(client);
        }
        if (heapPlace != 0) {
            listing.removeExpiry(order);
        }
    }

    /** Ends an order that breaks a rule. */
    void refuse(int order) {
        long[] row = rows.cells();
        row[order + FLAGS] = OrderRow.withStatus(row[order + FLAGS], OrderStatus.REJECTED.ordinal());
        row[order + LEAVES] = 0;
        int account = OrderRow.lower(row[order + LEVEL_ACCOUNT]);
        if (account != MatchingEngine.UNKNOWN) {
            table.remember(row[order + ID], account);
        }
        int client = OrderRow.upper(row[order + CLIENT_HEAP]);
        if (client != 0) {
            clientRows.free(client);
        }
        rows.free(order);
    }

    /** Reports an order as it once was; {@code kept} holds its row. */
    void report(NewOrder terms, long[] kept, int keptBase, OrderReports reports) {
        int order = create(0, terms, 0);
        long[] row = rows.cells();
        long name = row[order + CLIENT_HEAP];
        System.arraycopy(kept, keptBase, row, order, Rows.LONGS);
        row[order + CLIENT_HEAP] = name;
        row[order + TOUCHED] = 0;
        row[order + FLAGS] |= OrderRow.USED;
        reports.touch(order);
        clientRows.free(OrderRow.upper(name));
        rows.free(order);
    }

    /** Takes an open order out of wherever it is and ends it. */
    void withdraw(int order, OrderStatus status, Listing listing) {
        long[] row = rows.cells();
        unqueue(row, order, listing);
        end(order, row, status, listing);
    }

    /** Why an order that is not open cannot be touched. */
    RejectCode missing(long orderId, int account) {
        boolean own = account != MatchingEngine.UNKNOWN
                && orderId >>> PARTITION_SHIFT == partition
                && table.closedAccount(orderId) == account;
        return own ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND;
    }
}
