// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;

/**
 * Takes the placements of one {@link CommandReader}'s rows to an engine. Each waits for memory, for its row and then for the place of its
 * client order id; for several, one behind the other, those waits lie side by side. Not thread-safe.
 *
 * <p>What is found out beforehand is kept here and not in the rows: another processor has them, and wants them back to write the next ones.
 */
final class ForeseenPlacements {

    private final MatchingEngine engine;
    private final EngineNumbers accounts;
    private final EngineNumbers symbols;
    private final NewOrder order = new NewOrder();
    private final ClientOrderId clientOrderId = new ClientOrderId();

    /** Numbers of client order ids, of the commands from {@link #first} on. */
    private final long[] keys = new long[MatchingEngine.FORESEEN];

    /** Whose ids they are; {@link MatchingEngine#UNKNOWN}: there is none. */
    private final int[] keyAccounts = new int[MatchingEngine.FORESEEN];

    private CommandRows rows = new CommandRows(0);
    private int first;
    private int end;

    ForeseenPlacements(MatchingEngine engine) {
        this.engine = engine;
        accounts = new EngineNumbers(engine::registerAccount);
        symbols = new EngineNumbers(engine::symbol);
    }

    /**
     * Goes on to the next rows, once for each time that they are filled.
     *
     * @throws IllegalStateException if they are not the reader's next ones
     */
    void take(CommandRows next) {
        accounts.add(next.accounts());
        symbols.add(next.symbols());
        rows = next;
        first = 0;
        end = 0;
    }

    /** The rows that were taken last. */
    CommandRows rows() {
        return rows;
    }

    /** Tells the engine of the named placements from one index to before another, as far as their accounts are known. Changes nothing. */
    void look(int from, int to) {
        for (int i = from; i < to; i++) {
            int account = rows.isNamed(i) ? accounts.known(rows.account(i)) : MatchingEngine.UNKNOWN;
            keyAccounts[i - from] = account;
            if (account != MatchingEngine.UNKNOWN) {
                rows.read(i, clientOrderId);
                engine.expect(account, clientOrderId);
                keys[i - from] = clientOrderId.key(account);
            }
        }
        first = from;
        end = to;
    }

    /**
     * What a placement asks for that is applied now: names that the engine does not know yet get their numbers.
     *
     * @return it, until the next one is asked for
     */
    NewOrder order(int index) {
        rows.read(index, order);
        order.account = accounts.number(order.account);
        order.symbolName = symbols.name(order.symbol);
        order.symbol = symbols.number(order.symbol);
        if (index >= first && index < end && keyAccounts[index - first] != MatchingEngine.UNKNOWN) {
            order.clientOrderId.key(keyAccounts[index - first], keys[index - first]);
        }
        return order;
    }
}
