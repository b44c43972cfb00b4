// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/** Sends a book its messages one by one: the one loop that drives every engine. */
public final class BookDriver {

    /** As many as a poll of a log may bring; also lets the loop be compiled as a method and not only in mid-flight. */
    private static final int BATCH = 1024;

    /** Orders of a book that no near cache holds, so that looking ahead can be worth its time. */
    private static final int LARGE = 1 << 13;

    /** Messages that are looked at before the first of them is sent. */
    private static final int FORESEEN = 64;

    private BookDriver() {}

    /** Sends the messages from {@code from} up to but without {@code to}. */
    public static void send(MessageStream messages, int from, int to, BookUnderTest book, ReportLog reports) {
        long[] ids = new long[FORESEEN];
        for (int start = from; start < to; start += BATCH) {
            sendBatch(messages, start, Math.min(to, start + BATCH), book, reports, ids);
        }
    }

    private static void sendBatch(MessageStream messages, int from, int to, BookUnderTest book, ReportLog reports, long[] ids) {
        if (messages.timedFrom() >= LARGE && book.looksAhead()) {
            sendForeseen(messages, from, to, book, reports, ids);
            return;
        }
        for (int i = from; i < to; i++) {
            sendOne(messages, i, book, reports);
        }
    }

    /** @param ids to work with, so that the driver allocates nothing that would count as the book's */
    private static void sendForeseen(MessageStream messages, int from, int to, BookUnderTest book, ReportLog reports, long[] ids) {
        for (int start = from; start < to; start += FORESEEN) {
            int end = Math.min(to, start + FORESEEN);
            int count = 0;
            for (int i = start; i < end; i++) {
                if (messages.namesOlder(i)) {
                    ids[count++] = messages.name(i);
                }
            }
            book.expect(ids, count);
            for (int i = start; i < end; i++) {
                sendOne(messages, i, book, reports);
            }
        }
    }

    /**
     * Cancels all that may still rest of a stream.
     *
     * @return how many messages that took
     */
    public static int cancelAll(MessageStream messages, BookUnderTest book, ReportLog reports) {
        int sent = 0;
        for (int i = 0; i < messages.size(); i++) {
            if (messages.type(i) == MessageStream.GOOD_TILL_CANCEL) {
                reports.begin(sent++);
                book.cancel(messages.name(i));
            }
        }
        return sent;
    }

    /** Sends one message. */
    public static void sendOne(MessageStream messages, int i, BookUnderTest book, ReportLog reports) {
        reports.begin(i);
        boolean buys = messages.buys(i);
        int name = messages.name(i);
        int price = messages.price(i);
        int quantity = messages.quantity(i);
        switch (messages.type(i)) {
            case MessageStream.GOOD_TILL_CANCEL -> book.placeGoodTillCancel(buys, name, price, quantity);
            case MessageStream.IMMEDIATE_OR_CANCEL -> book.placeImmediateOrCancel(buys, name, price, quantity);
            case MessageStream.CANCEL -> book.cancel(name);
            case MessageStream.MODIFY -> book.modify(name, price, quantity);
            case MessageStream.MOVE -> book.move(name, price, quantity);
            default -> throw new IllegalStateException("message " + i + " has no known type");
        }
    }
}
