// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.OrderTable;

/**
 * The state of an engine between two commands, taken by copying arrays, so that another thread can write it down while the engine goes on.
 * What is written says nothing of how the engine keeps it: equal states give equal values.
 */
public final class FrozenEngine {

    /** Stands between two parts, so that a reader that has lost its way notices. */
    static final long MARK = 0x5A;

    private final int partition;
    private final EngineLimits limits;
    private final int version;
    private final long lastOffset;
    private final long sequence;
    private final long timeUs;
    private final String[] accounts;
    private final int accountCount;
    private final BookCapture books;
    private final long[] owners;
    private final PlacementCapture placements;
    private final int[] watched;

    /** What an engine is made of, as far as its state goes. */
    record Parts(
            int partition,
            EngineLimits limits,
            int version,
            CommandOutcome last,
            Accounts accounts,
            BookCapture books,
            long[] owners,
            PlacementCapture placements,
            int[] watched) {}

    FrozenEngine(Parts parts) {
        partition = parts.partition();
        limits = parts.limits();
        version = parts.version();
        lastOffset = parts.last().inputOffset();
        sequence = parts.last().sequence();
        timeUs = parts.last().timeUs();
        accounts = parts.accounts().copyNames();
        accountCount = parts.accounts().size();
        books = parts.books();
        owners = parts.owners();
        placements = parts.placements();
        watched = parts.watched();
    }

    /**
     * Writes all of it down; {@link MatchingEngine#restore} reads it.
     *
     * @return how much it is
     */
    public StateSize write(StateWriter out) {
        writeLimits(out);
        out.number(partition);
        out.number(version);
        out.signed(lastOffset);
        out.number(sequence);
        out.number(timeUs);
        out.number(MARK);
        out.number(accountCount);
        for (int i = 0; i < accountCount; i++) {
            out.text(accounts[i]);
        }
        out.number(MARK);
        books.write(out);
        out.number(MARK);
        writeOwners(out);
        out.number(MARK);
        placements.write(out);
        out.number(MARK);
        out.number(watched.length);
        for (int symbol : watched) {
            out.number(symbol);
        }
        out.number(MARK);
        return new StateSize(books.orders(), books.levels(), books.named(), placements.size());
    }

    private void writeLimits(StateWriter out) {
        out.number(limits.rememberedPlacements());
        out.number(limits.rememberedTrades());
        out.number(limits.rememberedClosedOrders());
        out.number(limits.fillsPerCommand());
        out.number(limits.instruments());
        out.number(limits.ordersPerBook());
        out.number(limits.activationsPerCommand());
    }

    private void writeOwners(StateWriter out) {
        int count = 0;
        for (long one : owners) {
            count += one == 0 ? 0 : 1;
        }
        out.number(count);
        long before = 0;
        for (int slot = 0; slot < owners.length; slot++) {
            if (owners[slot] != 0) {
                long offset = OrderTable.offset(owners, slot);
                out.signed(offset - before);
                out.signed(OrderTable.account(owners, slot));
                before = offset;
            }
        }
    }
}
