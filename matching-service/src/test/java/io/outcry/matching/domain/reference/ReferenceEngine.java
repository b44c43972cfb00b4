// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Command.CancelAll;
import io.outcry.matching.domain.Command.CancelByClientOrderId;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the matching engine of a partition must do, written from its rules for the eye and not for the clock: nothing is cached, sums are
 * summed up anew, and numbers have no largest value.
 */
public final class ReferenceEngine {

    record Open(PlainOrder order, PlainBook book) {}

    private final int partition;
    private final EngineLimits limits;
    private final Map<String, PlainBook> books = new HashMap<>();
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final OrderSlots slots;
    private final RememberedPlacements remembered;
    private long sequence;
    private long nowUs;
    private int outOfLooks;
    private int outOfSpans;

    public ReferenceEngine(int partition, EngineLimits limits) {
        this.partition = partition;
        this.limits = limits;
        slots = new OrderSlots(limits.rememberedClosedOrders());
        remembered = new RememberedPlacements(limits);
    }

    public ExpectedOutcome apply(long offset, Command command) {
        sequence++;
        nowUs = Math.max(nowUs, command.timeUs());
        Answer answer = new Answer(offset, sequence, nowUs);
        return switch (command) {
            case PlaceOrder place -> place(place, LogPosition.of(partition, offset), answer);
            case PlaceScaledOrder place -> place(place, LogPosition.of(partition, offset), answer);
            case CancelOrder cancel -> cancel(cancel, answer);
            case CancelByClientOrderId cancel -> cancel(cancel, answer);
            case CancelAll cancel -> cancelAll(cancel, answer);
            case AmendOrder amend -> amend(amend, answer);
            case DefineInstrument define -> define(define, answer);
            case SetTradingState set -> enter(set, answer);
            case Tick tick -> tick(tick, answer);
        };
    }

    public int openOrders() {
        return open.size();
    }

    /** The levels of a symbol as they are shown, best first, bids before asks; none if it is not known. */
    public List<LevelLine> levels(String symbol) {
        PlainBook book = books.get(symbol);
        return book == null ? List.of() : book.levels();
    }

    private ExpectedOutcome place(PlaceOrder place, long orderId, Answer answer) {
        boolean keyed = Names.isAccount(place.account()) && Names.isClientOrderId(place.clientOrderId());
        var first = keyed ? remembered.find(place.account(), place.clientOrderId(), nowUs) : null;
        PlainBook book = books.get(place.symbol());
        if (first != null && first.isSame(place, book)) {
            return answer.repeat(first);
        }
        PlainOrder order = new PlainOrder(orderId, place, Expiry.of(place, nowUs));
        slots.add(order);
        if (first != null || (keyed && isOpen(place.account(), place.clientOrderId()))) {
            return refuse(order, book, RejectCode.DUPLICATE_CLIENT_ORDER_ID, answer);
        }
        RejectCode reject = book == null ? RejectCode.UNKNOWN_SYMBOL : new PlacementCheck(book, limits, order).check(nowUs);
        ExpectedOutcome outcome;
        if (book == null || reject != RejectCode.NONE) {
            outcome = refuse(order, book, reject, answer);
        } else {
            Turn turn = new Turn(book, limits);
            turn.touch(order);
            enter(order, turn);
            outcome = finish(turn, false, answer);
        }
        if (keyed) {
            remember(place, false, orderId, outcome);
        }
        return outcome;
    }

    private void remember(PlaceOrder place, boolean asItCame, long orderId, ExpectedOutcome outcome) {
        remembered.add(
                new RememberedPlacements.Entry(
                        place, asItCame, outcome.sequence(), nowUs, outcome.priceScale(), outcome.quantityScale(), outcome.reject(),
                        outcome.orders().stream().filter(line -> line.orderId() == orderId).toList(), outcome.trades()),
                nowUs);
    }

    private ExpectedOutcome place(PlaceScaledOrder scaled, long orderId, Answer answer) {
        PlaceOrder place = scaled.order();
        PlainBook book = books.get(place.symbol());
        ScaledTerms terms = new ScaledTerms(scaled);
        PlaceOrder held = terms.hasScales() && book != null ? terms.at(book.rules) : null;
        if (held != null) {
            return place(held, orderId, answer);
        }
        boolean keyed = terms.hasScales() && Names.isAccount(place.account()) && Names.isClientOrderId(place.clientOrderId());
        var first = keyed ? remembered.find(place.account(), place.clientOrderId(), nowUs) : null;
        if (first != null && first.terms().at(0).equals(place.at(0)) && terms.areScalesOf(first)) {
            return answer.repeat(first);
        }
        PlainOrder order = new PlainOrder(orderId, place, Expiry.of(place, nowUs));
        slots.add(order);
        boolean duplicate = first != null || (keyed && isOpen(place.account(), place.clientOrderId()));
        RejectCode reject = duplicate ? RejectCode.DUPLICATE_CLIENT_ORDER_ID : terms.check(book, limits, order, nowUs);
        order.status = OrderStatus.REJECTED;
        ExpectedOutcome outcome =
                answer.refuse(place.symbol(), terms.told(), reject, order.isNamed() ? List.of(order.line()) : List.of());
        if (keyed && !duplicate) {
            remember(place, book == null, orderId, outcome);
        }
        return outcome;
    }

    private static void enter(PlainOrder order, Turn turn) {
        if (PlainOrder.isStop(order.terms.type())) {
            order.status = OrderStatus.PENDING_TRIGGER;
            turn.book.waiting.put(order.id, order);
        } else if (turn.book.state == TradingState.TRADING) {
            new Matching(turn).match(order);
        } else {
            turn.rest(order);
        }
    }

    private ExpectedOutcome refuse(PlainOrder order, @Nullable PlainBook book, RejectCode reject, Answer answer) {
        order.status = OrderStatus.REJECTED;
        return answer.refuse(order.terms.symbol(), Scales.of(book), reject, order.isNamed() ? List.of(order.line()) : List.of());
    }

    private boolean isOpen(String account, String clientOrderId) {
        return openOf(account, clientOrderId) != null;
    }

    private @Nullable Open openOf(String account, String clientOrderId) {
        return open.values().stream()
                .filter(found -> found.order().account().equals(account) && found.order().terms.clientOrderId().equals(clientOrderId))
                .findFirst()
                .orElse(null);
    }

    private ExpectedOutcome cancel(CancelOrder cancel, Answer answer) {
        Open found = ownOpen(cancel.account(), cancel.orderId());
        return found == null ? answer.refuse(whyNotOpen(cancel.account(), cancel.orderId())) : end(found, answer);
    }

    private ExpectedOutcome cancel(CancelByClientOrderId cancel, Answer answer) {
        boolean keyed = Names.isAccount(cancel.account()) && Names.isClientOrderId(cancel.clientOrderId());
        Open found = keyed ? openOf(cancel.account(), cancel.clientOrderId()) : null;
        if (found != null) {
            return end(found, answer);
        }
        boolean known = keyed && remembered.find(cancel.account(), cancel.clientOrderId(), nowUs) != null;
        return answer.refuse(known ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND);
    }

    private ExpectedOutcome end(Open found, Answer answer) {
        Turn turn = new Turn(found.book(), limits);
        Expiry.end(found.order(), OrderStatus.CANCELED, turn);
        return finish(turn, false, answer);
    }

    private @Nullable Open ownOpen(String account, long orderId) {
        Open found = open.get(orderId);
        return found != null && found.order().account().equals(account) ? found : null;
    }

    private RejectCode whyNotOpen(String account, long orderId) {
        return account.equals(slots.accountOfEnded(orderId)) ? RejectCode.ORDER_NOT_OPEN : RejectCode.ORDER_NOT_FOUND;
    }

    private ExpectedOutcome cancelAll(CancelAll cancel, Answer answer) {
        PlainBook book = books.get(cancel.symbol());
        if (book == null) {
            return answer.refuse(cancel.symbol(), Scales.NONE, RejectCode.UNKNOWN_SYMBOL, List.of());
        }
        Turn turn = new Turn(book, limits);
        Predicate<PlainOrder> own = order -> order.account().equals(cancel.account())
                && (cancel.side() == Side.UNSPECIFIED || cancel.side() == order.side());
        book.openOrders().stream().filter(own).limit(limits.fillsPerCommand())
                .forEach(order -> Expiry.end(order, OrderStatus.CANCELED, turn));
        return finish(turn, false, answer);
    }

    private ExpectedOutcome amend(AmendOrder amend, Answer answer) {
        Open found = ownOpen(amend.account(), amend.orderId());
        if (found == null) {
            return answer.refuse(whyNotOpen(amend.account(), amend.orderId()));
        }
        Turn turn = new Turn(found.book(), limits);
        AmendCheck check = new AmendCheck(turn, found.order(), amend);
        RejectCode reject = check.check();
        if (reject != RejectCode.NONE) {
            return answer.refuse(found.book().rules.symbol(), Scales.of(found.book()), reject, List.of());
        }
        Amendment.apply(found.order(), check, turn);
        return finish(turn, false, answer);
    }

    private ExpectedOutcome define(DefineInstrument define, Answer answer) {
        var instrument = define.instrument();
        PlainBook book = books.get(instrument.symbol());
        if (!DefinitionCheck.isWellFormed(instrument) || (book == null && books.size() >= limits.instruments())) {
            return answer.refuse(instrument.symbol(), Scales.of(book), RejectCode.INVALID_COMMAND, List.of());
        }
        if (book == null) {
            book = new PlainBook(instrument);
            books.put(instrument.symbol(), book);
        } else if (!DefinitionCheck.isSameScale(instrument, book.rules)) {
            return answer.refuse(instrument.symbol(), Scales.of(book), RejectCode.SCALE_IMMUTABLE, List.of());
        }
        book.rules = instrument;
        return finish(new Turn(book, limits), true, answer);
    }

    private ExpectedOutcome enter(SetTradingState set, Answer answer) {
        PlainBook book = books.get(set.symbol());
        if (book == null || set.state() == TradingState.UNSPECIFIED) {
            RejectCode reject = book == null ? RejectCode.UNKNOWN_SYMBOL : RejectCode.INVALID_COMMAND;
            return answer.refuse(set.symbol(), Scales.of(book), reject, List.of());
        }
        Turn turn = new Turn(book, limits);
        if (set.state() == TradingState.TRADING) {
            new Auction(book).uncross(turn);
        } else {
            book.uncrossingPrice = 0;
            book.state = set.state();
        }
        return finish(turn, true, answer);
    }

    private ExpectedOutcome tick(Tick tick, Answer answer) {
        PlainBook book = books.get(tick.symbol());
        if (book == null) {
            return answer.refuse(tick.symbol(), Scales.NONE, RejectCode.UNKNOWN_SYMBOL, List.of());
        }
        Turn turn = new Turn(book, limits);
        Expiry.expire(turn, nowUs);
        boolean goesOn = book.isUncrossing();
        if (goesOn) {
            new Auction(book).uncross(turn);
        }
        return finish(turn, goesOn, answer);
    }

    /** How many commands have left stops because they had looked at as many orders as they may. */
    public int outOfLooks() {
        return outOfLooks;
    }

    /** How many have left stops because they had forgotten as many spans of reached prices as they may. */
    public int outOfSpans() {
        return outOfSpans;
    }

    /** Sets off stops, brings the index of open orders in step, and tells it all. */
    private ExpectedOutcome finish(Turn turn, boolean defines, Answer answer) {
        new StopTrigger(turn).activateDue();
        outOfLooks += turn.outOfLooks ? 1 : 0;
        outOfSpans += turn.outOfSpans ? 1 : 0;
        for (PlainOrder order : turn.touchedOrders()) {
            if (order.status.isOpen()) {
                open.put(order.id, new Open(order, turn.book));
            } else {
                open.remove(order.id);
            }
        }
        return answer.tell(turn, defines);
    }
}
