// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/** Which orders rest, learned from the reports of a book that plays along; draws one of them in constant time. */
final class RestingOrders {

    private final ReportLog reports;
    private final BookUnderTest book;
    private final int[] ids;
    private final int[] places;
    private final int[] open;
    private final boolean[] buys;
    private final int[] prices;
    private int count;

    /** @param largestId the largest id that will be applied; ids start at 1 */
    RestingOrders(int largestId, BookUnderTest.Factory books) {
        reports = new ReportLog(largestId + 2);
        book = books.open(reports);
        ids = new int[largestId];
        places = new int[largestId + 1];
        open = new int[largestId + 1];
        buys = new boolean[largestId + 1];
        prices = new int[largestId + 1];
    }

    int count() {
        return count;
    }

    /** The id at this share, in [0, 1), of all that rest; there must be one. */
    int draw(double uniform) {
        return ids[(int) (uniform * count)];
    }

    boolean buys(int id) {
        return buys[id];
    }

    int price(int id) {
        return prices[id];
    }

    /** The lots of a resting order that have not traded. */
    int open(int id) {
        return open[id];
    }

    void apply(int type, boolean buy, int id, int price, int quantity) {
        reports.clear();
        if (type != MessageStream.CANCEL) {
            prices[id] = price;
        }
        switch (type) {
            case MessageStream.GOOD_TILL_CANCEL -> {
                places[id] = count;
                ids[count++] = id;
                buys[id] = buy;
                open[id] = quantity;
                book.placeGoodTillCancel(buy, id, price, quantity);
            }
            case MessageStream.IMMEDIATE_OR_CANCEL -> book.placeImmediateOrCancel(buy, id, price, quantity);
            case MessageStream.MOVE -> book.move(id, price, quantity);
            case MessageStream.CANCEL -> {
                book.cancel(id);
                remove(id);
            }
            default -> throw new IllegalArgumentException("this workload has no message of type " + type);
        }
        for (int row = 0; row < reports.size(); row++) {
            if (reports.type(row) == ReportLog.TRADE) {
                trade(reports.maker(row), reports.quantity(row));
                trade(reports.taker(row), reports.quantity(row));
            }
        }
    }

    private void trade(int id, int quantity) {
        if (open[id] > 0) {
            open[id] -= quantity;
            if (open[id] == 0) {
                remove(id);
            }
        }
    }

    private void remove(int id) {
        int last = ids[--count];
        ids[places[id]] = last;
        places[last] = places[id];
        open[id] = 0;
    }
}
