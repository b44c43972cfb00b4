// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The client order ids that were used lately, with what came of them: bounded, the oldest forgotten first. */
final class ClientOrderIds {

    private record Key(String account, String clientOrderId) {

        static Key of(PlaceOrder placement) {
            return new Key(placement.account(), placement.clientOrderId());
        }
    }

    private final int placementLimit;
    private final int tradeLimit;
    private final LinkedHashMap<Key, FirstOutcome> outcomes = new LinkedHashMap<>();
    private long trades;

    ClientOrderIds(int placementLimit, int tradeLimit) {
        this.placementLimit = placementLimit;
        this.tradeLimit = tradeLimit;
    }

    /** What the client order id of {@code placement} led to before; null if it has none, is new, or is forgotten. */
    @Nullable
    FirstOutcome find(PlaceOrder placement) {
        return placement.clientOrderId().isEmpty() ? null : outcomes.get(Key.of(placement));
    }

    /** Keeps the first outcome of a placement; one without a client order id is not kept. */
    void remember(PlaceOrder placement, CommandOutcome outcome, Order order) {
        if (placement.clientOrderId().isEmpty()) {
            return;
        }
        FirstOutcome first = FirstOutcome.of(outcome, order);
        outcomes.put(Key.of(placement), first);
        trades += first.trades().size();
        while (outcomes.size() > placementLimit || (trades > tradeLimit && outcomes.size() > 1)) {
            trades -= outcomes.pollFirstEntry().getValue().trades().size();
        }
    }

    int size() {
        return outcomes.size();
    }
}
