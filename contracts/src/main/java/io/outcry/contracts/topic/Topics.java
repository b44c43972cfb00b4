// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

/** The names of the topics. A name ends in the version of its schema. */
public final class Topics {

    /** Commands to the matching engine, in the partition of their symbol. Kept for ever: it is the source of truth. */
    public static final String ORDER_COMMANDS = "order.commands.v1";

    /** One outcome for each command, in the same partition as the command. Kept for ever. */
    public static final String ORDER_OUTCOMES = "order.outcomes.v1";

    /** State of the matching engines, in the partition of the commands it was made from. Old ones are deleted by their writer. */
    public static final String BOOK_SNAPSHOTS = "book.snapshots.v1";

    /** The registry of instruments by symbol: compacted, one partition. */
    public static final String INSTRUMENTS = "instruments.v1";

    /** Requests to refresh the price of a symbol, in its {@link Partitioning#ofSymbol partition}. */
    public static final String PRICE_COMMANDS = "price.commands.v1";

    /** Aggregated prices by symbol, in the same partition as their commands. Compacted: the last price of a symbol stays. */
    public static final String PRICE_UPDATES = "price.updates.v1";

    private Topics() {}
}
