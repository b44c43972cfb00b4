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
    private int spansForgotten;

    StopTrigger(Turn turn) {
        this.turn = turn;
        book = turn.book;
    }

    void activateDue() {
        while (book.state == TradingState.TRADING && !book.waiting.isEmpty()) {
            PlainOrder next = nextDue();
            if (next == null && book.reached.isEmpty()) {
                return;
            }
            boolean outOfTrades = 2 * turn.stepsLeft() < turn.limits.fillsPerCommand();
            boolean outOfLooks = turn.looks >= 10 * turn.limits.fillsPerCommand();
            if (next == null || outOfTrades || outOfLooks || turn.stopsActivated == turn.limits.activationsPerCommand()) {
                turn.outOfSpans = next == null;
                turn.outOfLooks = outOfLooks && !outOfTrades && next != null;
                leave();
                return;
            }
            book.waiting.remove(next.id);
            turn.stopsActivated++;
            turn.touch(next);
            new Matching(turn).match(next);
        }
        book.reached.clear();
    }

    /** What is due now and stays is due for the next command, too: but not the stops that come until then. */
    private void leave() {
        ReachedSpan now = reachedNow();
        if (now != null && first(now) != null) {
            while (!book.reached.isEmpty() && book.reached.getLast().isWithin(now)) {
                book.reached.removeLast();
            }
            book.reached.add(new ReachedSpan(now.low(), now.high(), book.waiting.lastKey()));
        }
    }

    private @Nullable PlainOrder nextDue() {
        while (!book.reached.isEmpty()) {
            PlainOrder left = first(book.reached.getFirst());
            if (left != null || spansForgotten == turn.limits.spansPerCommand()) {
                return left;
            }
            book.reached.removeFirst();
            spansForgotten++;
        }
        return first(reachedNow());
    }

    private @Nullable ReachedSpan reachedNow() {
        List<Long> prices = new ArrayList<>(turn.trades.stream().map(TradeLine::price).toList());
        if (turn.referencePrice > 0) {
            prices.add(turn.referencePrice);
        }
        return prices.isEmpty()
                ? null
                : new ReachedSpan(
                        prices.stream().mapToLong(price -> price).min().orElseThrow(),
                        prices.stream().mapToLong(price -> price).max().orElseThrow(),
                        Long.MAX_VALUE);
    }

    private @Nullable PlainOrder first(@Nullable ReachedSpan span) {
        if (span == null) {
            return null;
        }
        Comparator<PlainOrder> byStopPrice = Comparator.comparingLong(order -> order.terms.stopPrice());
        Comparator<PlainOrder> byId = Comparator.comparingLong(order -> order.id);
        return book.waiting.values().stream()
                .filter(order -> order.isRising() && span.reaches(order))
                .min(byStopPrice.thenComparing(byId))
                .orElseGet(() -> book.waiting.values().stream()
                        .filter(order -> !order.isRising() && span.reaches(order))
                        .min(byStopPrice.reversed().thenComparing(byId))
                        .orElse(null));
    }
}
