// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.position.LogPosition;

/** Reads what a {@link FrozenEngine} wrote into an engine that has not seen a command yet. */
final class EngineRestore {

    private final StateReader in;

    EngineRestore(StateReader in) {
        this.in = in;
    }

    /** @throws InvalidStateException if it was written under other limits, or for another partition */
    int header(int partition, EngineLimits limits, CommandOutcome last) {
        EngineLimits written = new EngineLimits(
                integer(), integer(), integer(), integer(), integer(), integer(), integer());
        if (!written.equals(limits)) {
            throw new InvalidStateException("the state was written under " + written + ", this engine has " + limits);
        }
        long writtenPartition = in.number();
        if (writtenPartition != partition) {
            throw new InvalidStateException("the state of partition " + writtenPartition + " is not that of partition " + partition);
        }
        int version = integer();
        last.restore(in.signed(), in.number(), in.number());
        mark();
        return version;
    }

    void accounts(Accounts accounts) {
        long count = in.number();
        for (long i = 0; i < count; i++) {
            if (accounts.register(in.text()) != i) {
                throw new InvalidStateException("account " + i + " has no name of its own");
            }
        }
        mark();
    }

    void books(BookRestore books, int mostSymbols) {
        books.read(mostSymbols, in);
        mark();
    }

    void owners(int partition, Orders orders) {
        long[] owner = new long[2];
        long count = in.number();
        long offset = 0;
        for (long i = 0; i < count; i++) {
            in.numbers(owner, 2);
            offset += StateReader.signed(owner[0]);
            orders.table().remember(LogPosition.of(partition, offset), (int) StateReader.signed(owner[1]));
        }
        mark();
    }

    void placements(int partition, Placements placements) {
        ClientOrderId id = new ClientOrderId();
        long[] numbers = new long[OrderContent.NUMBERS];
        long count = in.number();
        for (long i = 0; i < count; i++) {
            placements.restore(partition, id, in, numbers);
        }
        mark();
    }

    void watched(Listings listings, DueSymbols due) {
        long count = in.number();
        for (long i = 0; i < count; i++) {
            int symbol = integer();
            if (symbol < 0 || symbol >= listings.size()) {
                throw new InvalidStateException("there is no symbol number " + symbol);
            }
            due.watch(listings.get(symbol));
        }
        mark();
    }

    private int integer() {
        return (int) in.number();
    }

    private void mark() {
        long found = in.number();
        if (found != FrozenEngine.MARK) {
            throw new InvalidStateException("a part of the state does not end where it should: " + found);
        }
    }
}
