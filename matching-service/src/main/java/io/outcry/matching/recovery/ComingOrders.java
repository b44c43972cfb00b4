// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.NamedOrder;
import io.outcry.matching.domain.MatchingEngine;
import org.jspecify.annotations.Nullable;

/** Tells an engine which orders the next commands are about, so that a large book has them at hand. */
public final class ComingOrders {

    /** Commands that are told of together. */
    public static final int MOST = MatchingEngine.FORESEEN;

    private final long[] ids = new long[MOST];
    private int count;

    /** Adds a command, {@value #MOST} at most before they are told. */
    public void add(byte @Nullable [] command) {
        long id = NamedOrder.in(command);
        if (id != 0) {
            ids[count++] = id;
        }
    }

    /** Tells what was added, and begins anew. */
    public void tell(MatchingEngine engine) {
        engine.expect(ids, count);
        count = 0;
    }
}
