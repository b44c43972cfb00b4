// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Command.CancelAll;
import io.outcry.matching.domain.Command.CancelByClientOrderId;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ExpectedOutcome.LevelLine;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * An engine of partition 0 that speaks the domain: an order's id is the number of its command, and books and trades read as text. Every
 * command is audited and compared with the reference engine, so a test that says little still proves much.
 */
final class TestEngine {

    static final String SYMBOL = "BTC-USD";

    /** Whole prices and quantities, hardly anything forbidden; the maker pays 10, the taker 20 hundredths of a percent. */
    static final Instrument PLAIN = InstrumentRules.of(SYMBOL).fees(10, 20).build();

    private final Lockstep engines;
    private ExpectedOutcome outcome;
    private long nextOffset;
    private long clockUs;

    private TestEngine(int partition, EngineLimits limits, Instrument instrument) {
        engines = new Lockstep(partition, limits);
        outcome = define(instrument);
    }

    static TestEngine trading() {
        return trading(PLAIN);
    }

    static TestEngine trading(Instrument instrument) {
        return trading(instrument, EngineLimits.STANDARD);
    }

    static TestEngine trading(Instrument instrument, EngineLimits limits) {
        return new TestEngine(0, limits, instrument);
    }

    /** Whose orders' ids are no numbers of commands. */
    static TestEngine inPartition(int partition) {
        return new TestEngine(partition, EngineLimits.STANDARD, PLAIN);
    }

    /** What the last command did. */
    ExpectedOutcome outcome() {
        return outcome;
    }

    RejectCode reject() {
        return outcome.reject();
    }

    /** Number of the next command. */
    long nextOffset() {
        return nextOffset;
    }

    /** Leaves a hole in the log. */
    void skipTo(long offset) {
        nextOffset = offset;
    }

    /** The time that the next commands carry. */
    void clock(long timeUs) {
        clockUs = timeUs;
    }

    /** @return the number of the command, which is the id of its order */
    long apply(Command command) {
        long offset = nextOffset++;
        outcome = engines.apply(offset, command);
        return offset;
    }

    long place(OrderTicket ticket) {
        return apply(ticket.at(clockUs));
    }

    /** For alice. */
    long buy(long quantity, long price) {
        return limit("alice", Side.BUY, quantity, price);
    }

    /** For bob. */
    long sell(long quantity, long price) {
        return limit("bob", Side.SELL, quantity, price);
    }

    long limit(String account, Side side, long quantity, long price) {
        return place(OrderTicket.limit(account, side, quantity, price));
    }

    long limit(String account, Side side, TimeInForce timeInForce, long quantity, long price) {
        return place(OrderTicket.limit(account, side, quantity, price).in(timeInForce));
    }

    /** For carol. */
    long market(Side side, long quantity) {
        return place(OrderTicket.market("carol", side, quantity));
    }

    void cancel(String account, long orderId) {
        apply(new CancelOrder(clockUs, account, orderId));
    }

    void cancel(String account, String clientOrderId) {
        apply(new CancelByClientOrderId(clockUs, account, clientOrderId));
    }

    void cancelAll(String account, Side side) {
        apply(new CancelAll(clockUs, account, SYMBOL, side));
    }

    void amend(String account, long orderId, long price, long quantity) {
        apply(new AmendOrder(clockUs, account, orderId, price, quantity));
    }

    void enter(TradingState state) {
        apply(new SetTradingState(clockUs, SYMBOL, state));
    }

    ExpectedOutcome define(Instrument instrument) {
        apply(new DefineInstrument(clockUs, instrument));
        return outcome;
    }

    /** Moves the clock on and ends what is due. */
    void tick(long timeUs) {
        clockUs = timeUs;
        apply(new Tick(timeUs, SYMBOL));
    }

    /** A trade of one at that price between strangers; needs an empty way there. */
    void tradeAt(long price) {
        long maker = limit("maker", Side.SELL, 1, price);
        limit("taker", Side.BUY, 1, price);
        if (outcome.trades().isEmpty() || outcome.trades().getFirst().maker() != maker) {
            throw new IllegalStateException("no trade at " + price + ": " + outcome);
        }
    }

    /** Both sides, best first: {@code "99x5(2) 98x1(1) | 101x3(1)"}, the number of orders in brackets. */
    String book() {
        return (side(Side.BUY) + " | " + side(Side.SELL)).strip();
    }

    private String side(Side side) {
        return engines.levels(SYMBOL).stream()
                .filter(level -> level.side() == side)
                .map(TestEngine::text)
                .collect(Collectors.joining(" "));
    }

    private static String text(LevelLine level) {
        return level.price() + "x" + level.quantity() + "(" + level.orders() + ")";
    }

    /** The trades of the last outcome: {@code "5@100#3"} for 5 at 100 with the resting order 3. */
    String trades() {
        return outcome.trades().stream()
                .map(trade -> trade.quantity() + "@" + trade.price() + "#" + trade.maker())
                .collect(Collectors.joining(" "));
    }

    /** The reports of the last outcome: {@code "#4 FILLED 5/5"} for 5 executed of 5. */
    String reports() {
        return outcome.orders().stream()
                .map(order -> "#" + order.orderId() + " " + order.status() + " " + order.executed() + "/" + order.quantity())
                .collect(Collectors.joining(", "));
    }

    /** The levels of the last outcome: {@code "BUY 99x0(0), SELL 100x5(2)"}. */
    String levels() {
        return outcome.levels().stream().map(level -> level.side() + " " + text(level)).collect(Collectors.joining(", "));
    }

    /** The state that the last outcome tells. */
    TradingState toldState() {
        return Objects.requireNonNull(outcome.tradingState());
    }
}
