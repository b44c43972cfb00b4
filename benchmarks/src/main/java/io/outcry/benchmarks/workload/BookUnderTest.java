// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/**
 * One book of one instrument, as every engine must show it to be measured. Each call is one message; before it returns, the book has
 * written all its reports, in the order of {@link ReportLog}'s constants, to the log it was opened with (the driver has named the
 * sequence there). Prices are in ticks, quantities in lots; ids are unique but for amends and cancels, which may name an order that is
 * gone. An implementation may keep no memory of the message before, nor rely on ids being small or dense.
 */
public interface BookUnderTest {

    /** Accepted, then trades at the makers' prices; what is left rests at the end of its queue. */
    void placeGoodTillCancel(boolean buy, long id, long price, long quantity);

    /** Accepted, then trades; what is left is reported as cancelled, at the order's price. */
    void placeImmediateOrCancel(boolean buy, long id, long price, long quantity);

    /** Reported as cancelled at the order's present price, or as a rejected cancel when it is not in the book. */
    void cancel(long id);

    /**
     * Takes the order out and enters it anew with this price and exactly this open quantity: it loses its place, trades if it crosses, and
     * is reported as modified after its trades; a rejected modify when it is not in the book.
     */
    void modify(long id, long price, long quantity);

    /** As {@link #modify}, with the word that {@code quantity} is what the order has open already: only its price changes. */
    void move(long id, long price, long quantity);

    /** Whether it wants {@link #expect} to be called; asked for each batch where the book is large. */
    default boolean looksAhead() {
        return false;
    }

    /**
     * The messages that follow are about these orders, among others: a consumer of a log has a batch at hand and can look ahead. What a book
     * does with it is timed.
     *
     * @param count how many ids there are
     */
    default void expect(long[] ids, int count) {}

    /** Opens an empty book; never timed. */
    @FunctionalInterface
    interface Factory {

        /** @param reports where the book writes for as long as it lives */
        BookUnderTest open(ReportLog reports);
    }
}
