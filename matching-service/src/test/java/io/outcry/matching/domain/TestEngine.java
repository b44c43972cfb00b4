// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import java.util.Collection;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * An engine of partition 0 that speaks the domain: an order's id is the number of its command, every command is audited, and books and
 * trades read as text.
 */
final class TestEngine {

    static final String SYMBOL = "BTC-USD";

    /** Whole prices and quantities, nothing forbidden. */
    static final Instrument PLAIN = new Instrument(
            SYMBOL, "BTC", "USD", 2, 5, 1, 1, 1, Long.MAX_VALUE, 0, 0, 10, 20, Tier.HOT);

    private final MatchingEngine engine;
    private final CommandOutcome outcome = new CommandOutcome();
    private long nextOffset;

    private TestEngine(EngineLimits limits) {
        engine = new MatchingEngine(0, limits);
    }

    static TestEngine trading(Instrument instrument) {
        return trading(instrument, EngineLimits.STANDARD);
    }

    static TestEngine trading() {
        return trading(PLAIN);
    }

    static TestEngine trading(Instrument instrument, EngineLimits limits) {
        TestEngine created = new TestEngine(limits);
        created.apply(new DefineInstrument(0, instrument));
        return created;
    }

    /** The outcome of the last command. */
    CommandOutcome outcome() {
        return outcome;
    }

    MatchingEngine engine() {
        return engine;
    }

    /** @return the offset of the command, which is the id of its order */
    long apply(Command command) {
        long offset = nextOffset++;
        engine.apply(offset, command, outcome);
        engine.audit();
        return offset;
    }

    long buy(long quantity, long price) {
        return limit("alice", Side.BUY, TimeInForce.GTC, quantity, price);
    }

    long sell(long quantity, long price) {
        return limit("bob", Side.SELL, TimeInForce.GTC, quantity, price);
    }

    long limit(String account, Side side, TimeInForce timeInForce, long quantity, long price) {
        return apply(new PlaceOrder(0, account, "", SYMBOL, side, OrderType.LIMIT, timeInForce, price, quantity));
    }

    long market(Side side, TimeInForce timeInForce, long quantity) {
        return apply(new PlaceOrder(0, "carol", "", SYMBOL, side, OrderType.MARKET, timeInForce, 0, quantity));
    }

    long named(String clientOrderId, Side side, long quantity, long price) {
        return apply(
                new PlaceOrder(0, "alice", clientOrderId, SYMBOL, side, OrderType.LIMIT, TimeInForce.GTC, price, quantity));
    }

    void cancel(String account, long orderId) {
        apply(new CancelOrder(0, account, orderId));
    }

    void enter(TradingState state) {
        apply(new SetTradingState(0, SYMBOL, state));
    }

    void define(Instrument instrument) {
        apply(new DefineInstrument(0, instrument));
    }

    /** Both sides, best first: {@code "99x5(2) 98x1(1) | 101x3(1)"}, the number of orders in brackets. */
    String book() {
        OrderBook book = Objects.requireNonNull(engine.book(SYMBOL));
        return (side(book.levels(Side.BUY).values()) + " | " + side(book.levels(Side.SELL).values())).strip();
    }

    private static String side(Collection<PriceLevel> levels) {
        StringJoiner text = new StringJoiner(" ");
        levels.forEach(level -> text.add(level.price() + "x" + level.quantity() + "(" + level.orders() + ")"));
        return text.toString();
    }

    /** The trades of the last outcome: {@code "5@100#3"} for 5 at 100 with the resting order 3. */
    String trades() {
        StringJoiner text = new StringJoiner(" ");
        Trades trades = outcome.trades();
        for (int i = 0; i < trades.size(); i++) {
            text.add(trades.quantity(i) + "@" + trades.price(i) + "#" + trades.makerOrderId(i));
        }
        return text.toString();
    }

    /** The reports of the last outcome: {@code "#4 FILLED 5/5"} for 5 executed of 5. */
    String reports() {
        StringJoiner text = new StringJoiner(", ");
        OrderReports orders = outcome.orders();
        for (int i = 0; i < orders.size(); i++) {
            text.add("#" + orders.orderId(i) + " " + orders.status(i) + " " + orders.executedQuantity(i) + "/" + orders.quantity(i));
        }
        return text.toString();
    }

    /** The levels of the last outcome: {@code "SELL 100x5(2)"}. */
    String levels() {
        StringJoiner text = new StringJoiner(", ");
        LevelChanges levels = outcome.levels();
        for (int i = 0; i < levels.size(); i++) {
            text.add(levels.side(i) + " " + levels.price(i) + "x" + levels.quantity(i) + "(" + levels.orders(i) + ")");
        }
        return text.toString();
    }
}
