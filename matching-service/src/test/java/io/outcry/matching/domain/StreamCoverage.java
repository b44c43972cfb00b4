// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Command.CancelAll;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a stream of commands came to, so that it can be seen to be rich enough to prove something. */
final class StreamCoverage {

    /** Something that has to happen often. */
    private enum Event {
        TRADE,
        REPEAT,
        STOP,
        CASCADE,
        OUT_OF_LOOKS,
        OUT_OF_SPANS,
        HALT,
        REFILL,
        EXPIRY_BY_TICK,
        MASS_CANCEL_OF_MANY,
        CUT_OFF_UNCROSSING,
        UNCROSSING_ENDED_BY_TICK,
        INDICATION,
        AMEND_THAT_TRADES,
        AMEND_IN_PLACE,
        KILLED_ORDER,
        FILL_OR_KILL,
        BUDGET_SPENT,
        SCALED_AND_TAKEN,
        SCALED_AND_UNFIT,
        UNFIT_REPEATED
    }

    private final Set<RejectCode> rejects = EnumSet.noneOf(RejectCode.class);
    private final Set<OrderStatus> statuses = EnumSet.noneOf(OrderStatus.class);
    private final Map<Event, Integer> events = new EnumMap<>(Event.class);
    private final Map<RejectCode, Integer> placements = new EnumMap<>(RejectCode.class);

    void add(Command command, ExpectedOutcome outcome) {
        rejects.add(outcome.reject());
        outcome.orders().forEach(order -> statuses.add(order.status()));
        count(Event.REPEAT, outcome.repeatOfSequence() != 0);
        if (command instanceof PlaceOrder) {
            placements.merge(outcome.reject(), 1, Integer::sum);
        }
        if (command instanceof PlaceScaledOrder scaled) {
            boolean unfit = outcome.priceScale() != 2 || outcome.quantityScale() != 4;
            count(Event.SCALED_AND_TAKEN, outcome.isApplied());
            count(Event.SCALED_AND_UNFIT, unfit && outcome.priceScale() == scaled.priceScale());
            count(Event.UNFIT_REPEATED, unfit && outcome.repeatOfSequence() != 0);
        }
        if (outcome.isApplied()) {
            addApplied(command, outcome);
        }
    }

    /**
     * Commands that have left stops because
     *
     * @param looks they had looked at as many orders as they may
     * @param spans they had forgotten as many spans of reached prices as they may
     */
    void addOutOf(int looks, int spans) {
        events.merge(Event.OUT_OF_LOOKS, looks, Integer::sum);
        events.merge(Event.OUT_OF_SPANS, spans, Integer::sum);
    }

    private void addApplied(Command command, ExpectedOutcome outcome) {
        events.merge(Event.TRADE, outcome.trades().size(), Integer::sum);
        events.merge(Event.STOP, outcome.stopsActivated(), Integer::sum);
        count(Event.CASCADE, outcome.stopsActivated() > 1);
        count(Event.REFILL, hasRefill(outcome));
        count(Event.INDICATION, !outcome.indication().equals(Indication.NONE));
        boolean set = command instanceof SetTradingState;
        count(Event.HALT, !set && outcome.tradingState() == TradingState.HALTED && !outcome.orders().isEmpty());
        count(
                Event.CUT_OFF_UNCROSSING,
                set && ((SetTradingState) command).state() == TradingState.TRADING && outcome.tradingState() == TradingState.AUCTION);
        switch (command) {
            case Tick _ -> {
                count(Event.EXPIRY_BY_TICK, outcome.orders().size() > outcome.stopsActivated() && outcome.trades().isEmpty());
                count(Event.UNCROSSING_ENDED_BY_TICK, outcome.tradingState() == TradingState.TRADING);
            }
            case CancelAll _ -> count(Event.MASS_CANCEL_OF_MANY, outcome.orders().size() > 1);
            case AmendOrder _ -> {
                count(Event.AMEND_THAT_TRADES, !outcome.trades().isEmpty());
                count(Event.AMEND_IN_PLACE, outcome.levels().size() == 1);
            }
            case PlaceOrder place -> {
                var own = outcome.orders().getFirst();
                boolean fok = place.timeInForce() == TimeInForce.FOK;
                count(Event.KILLED_ORDER, fok && own.status() == OrderStatus.EXPIRED && place.type() == OrderType.LIMIT);
                count(Event.FILL_OR_KILL, fok && own.status() == OrderStatus.FILLED);
                count(Event.BUDGET_SPENT, own.quoteQuantity() > 0 && own.status() == OrderStatus.FILLED);
            }
            default -> {}
        }
    }

    /** One order sold twice in a row of trades: it has shown its next part. */
    private static boolean hasRefill(ExpectedOutcome outcome) {
        Set<Long> makers = new HashSet<>();
        return !outcome.trades().stream().map(TradeLine::maker).allMatch(makers::add);
    }

    private void count(Event event, boolean happened) {
        events.merge(event, happened ? 1 : 0, Integer::sum);
    }

    void requireEverything() {
        assertThat(rejects).as("the stream meets every rule").containsExactlyInAnyOrder(RejectCode.values());
        assertThat(statuses).as("and every end").containsExactlyInAnyOrder(OrderStatus.values());
        for (Event event : Event.values()) {
            assertThat(events.getOrDefault(event, 0)).as("%s in %s", event, events).isGreaterThanOrEqualTo(40);
        }
        assertThat(placements.get(RejectCode.NONE)).as("most orders are taken: %s", placements).isGreaterThan(150_000);
    }
}
