// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;

/** Tells an engine which orders the next commands are about, so that a large book has them at hand. */
final class ComingOrders {

    private final MatchingEngine engine;
    private final long[] ids = new long[MatchingEngine.FORESEEN];

    ComingOrders(MatchingEngine engine) {
        this.engine = engine;
    }

    /** Looks through the commands from one index to before another, {@value MatchingEngine#FORESEEN} at most. */
    void look(CommandRows rows, int from, int to) {
        if (!engine.looksAhead()) {
            return;
        }
        int count = 0;
        for (int i = from; i < to; i++) {
            long id = rows.isPlacement(i) ? 0 : NamedOrder.in(rows.bytes(i));
            if (id != 0) {
                ids[count++] = id;
            }
        }
        engine.expect(ids, count);
    }
}
