// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** After a command: sets off the stops that its trades, and theirs, have reached. */
final class StopTrigger {

    private final Turn turn;
    private final PlainBook book;

    StopTrigger(Turn turn) {
        this.turn = turn;
        book = turn.book;
    }

    void activateDue() {
        while (book.state == TradingState.TRADING && turn.stepsLeft() > 0
                && turn.stopsActivated < turn.limits.activationsPerCommand()) {
            PlainOrder next = nextDue();
            if (next == null) {
                return;
            }
            book.waiting.remove(next.id);
            turn.stopsActivated++;
            turn.touch(next);
            new Matching(turn).match(next);
        }
    }

    private @Nullable PlainOrder nextDue() {
        List<Long> prices = new ArrayList<>(turn.trades.stream().map(TradeLine::price).toList());
        if (turn.referencePrice > 0) {
            prices.add(turn.referencePrice);
        }
        if (prices.isEmpty() || book.waiting.isEmpty()) {
            return null;
        }
        long high = prices.stream().mapToLong(price -> price).max().orElseThrow();
        long low = prices.stream().mapToLong(price -> price).min().orElseThrow();
        Comparator<PlainOrder> byStopPrice = Comparator.comparingLong(order -> order.terms.stopPrice());
        Comparator<PlainOrder> byId = Comparator.comparingLong(order -> order.id);
        return book.waiting.values().stream()
                .filter(order -> order.isRising() && order.terms.stopPrice() <= high)
                .min(byStopPrice.thenComparing(byId))
                .orElseGet(() -> book.waiting.values().stream()
                        .filter(order -> !order.isRising() && order.terms.stopPrice() >= low)
                        .min(byStopPrice.reversed().thenComparing(byId))
                        .orElse(null));
    }
}
