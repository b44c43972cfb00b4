// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.peer.ExchangeCoreBook;
import io.outcry.benchmarks.peer.LinkedBook;
import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.matching.domain.book.SortedLadder;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A row of the table. To add one, implement {@link BookUnderTest} and name it in {@link #all()}.
 *
 * @param name  on the command line and in tables
 * @param about what it is, in a few words
 * @param books made once a process; what it keeps, all books of the process share
 */
public record Engine(String name, String about, Supplier<BookUnderTest.Factory> books) {

    /** The product. */
    public static final Engine OUTCRY = new Engine("outcry", "the engine that matching-service runs", () -> OutcryBook::new);

    /** The layout that the product was measured against. */
    public static final Engine OUTCRY_SORTED = new Engine(
            "outcry-sorted", "the same engine, all levels of a side in sorted arrays",
            () -> reports -> new OutcryBook(reports, SortedLadder::new));

    /** The book of {@code java.util}: the row to beat. */
    public static final Engine LINKED = new Engine("linked", "TreeMap of levels, HashMap of ids, linked queues", () -> LinkedBook::new);

    /** The fastest well-known open book of the JVM. */
    public static final Engine EXCHANGE_CORE =
            new Engine("exchange-core", "exchange-core 0.5.3, OrderBookDirectImpl", ExchangeCoreBook::factory);

    /** Every engine, the product first. */
    public static List<Engine> all() {
        return List.of(OUTCRY, OUTCRY_SORTED, LINKED, EXCHANGE_CORE);
    }

    /** The engine of this name. */
    public static Optional<Engine> named(String name) {
        return all().stream().filter(engine -> engine.name.equals(name)).findFirst();
    }
}
