// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.Command.PlaceOrder;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A placement with a client order id happens once: the same again is told again, another one is refused. */
class ClientOrderIdTest {

    private final TestEngine engine = TestEngine.trading();

    @Test
    void aRepeatTellsTheFirstOutcomeAgainAndChangesNothing() {
        engine.clock(1_000);
        engine.sell(2, 100);
        engine.sell(2, 101);
        long first = buyNamed("a-1", 5, 101);
        assertThat(engine.trades()).isEqualTo("2@100#1 2@101#2");
        assertThat(engine.reports()).startsWith("#" + first + " PARTIALLY_FILLED 4/5");
        long firstSequence = engine.outcome().sequence();
        engine.clock(2_000);
        engine.sell(1, 101);

        buyNamed("a-1", 5, 101);
        assertThat(engine.reports()).as("as it was then, though it is filled now").isEqualTo("#" + first + " PARTIALLY_FILLED 4/5");
        assertThat(engine.trades()).isEqualTo("2@100#1 2@101#2");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(firstSequence);
        assertThat(engine.outcome().repeatOfTimeUs()).isEqualTo(1_000);
        assertThat(engine.outcome().timeUs()).isEqualTo(2_000);
        assertThat(engine.outcome().sequence()).isEqualTo(firstSequence + 2);
        assertThat(engine.outcome().symbol()).isEqualTo(TestEngine.SYMBOL);
        assertThat(engine.outcome().priceScale()).isEqualTo(2);
        assertThat(engine.levels()).isEmpty();
        assertThat(engine.book()).isEqualTo("|");
    }

    /** A stop that is due is over within its own command, and that is what it is remembered by. */
    @Test
    void aRepeatTellsTheEndOfItsCommandWithTheTradesOfStops() {
        engine.tradeAt(100);
        engine.sell(3, 110);
        PlaceOrder stop = OrderTicket.stop(OrderType.STOP_LOSS, "alice", Side.BUY, 3, 100).named("s").at(0);
        engine.apply(stop);
        assertThat(engine.reports()).isEqualTo("#4 FILLED 3/3, #3 FILLED 3/3");
        engine.apply(stop);
        assertThat(engine.reports()).isEqualTo("#4 FILLED 3/3");
        assertThat(engine.trades()).isEqualTo("3@110#3");
        engine.sell(1, 120);
        engine.sell(1, 121);
        engine.place(OrderTicket.stop(OrderType.STOP_LOSS, "carol", Side.BUY, 1, 120));
        buyNamed("b", 1, 120);
        assertThat(engine.trades()).isEqualTo("1@120#6 1@121#7");
        buyNamed("b", 1, 120);
        assertThat(engine.trades()).as("another's too, as it was told").isEqualTo("1@120#6 1@121#7");
        assertThat(engine.outcome().stopsActivated()).as("nothing happens now").isZero();
    }

    @Test
    void anotherPayloadUnderTheSameIdIsRefused() {
        buyNamed("a-1", 5, 100);
        long second = buyNamed("a-1", 6, 100);
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        assertThat(engine.reports()).isEqualTo("#" + second + " REJECTED 0/6");
        assertThat(engine.outcome().repeatOfSequence()).isZero();
        buyNamed("a-1", 5, 100);
        assertThat(engine.reports()).as("the first one stands").isEqualTo("#1 NEW 0/5");
    }

    static List<UnaryOperator<OrderTicket>> otherTerms() {
        return List.of(
                ticket -> ticket.on("NOPE"),
                ticket -> ticket.in(TimeInForce.DAY).expiring(0),
                ticket -> ticket.in(TimeInForce.IOC).expiring(0).showing(0),
                ticket -> ticket.expiring(91),
                ticket -> ticket.preventing(SelfTradePrevention.DECREMENT),
                OrderTicket::postOnly,
                ticket -> ticket.price(101),
                ticket -> ticket.quantity(11),
                ticket -> ticket.stopPrice(111),
                ticket -> ticket.quoteQuantity(1),
                ticket -> ticket.showing(3),
                ticket -> ticket.showing(0));
    }

    @ParameterizedTest
    @MethodSource("otherTerms")
    void everyTermCounts(UnaryOperator<OrderTicket> change) {
        engine.place(termed());
        engine.place(change.apply(termed()));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void sideAndTypeCountTooAndTheTimeDoesNot() {
        engine.place(termed());
        engine.place(OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.SELL, 10, 110, 100).showing(2).until(90).named("t"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        engine.place(OrderTicket.stopLimit(OrderType.TAKE_PROFIT_LIMIT, "alice", Side.BUY, 10, 110, 100).showing(2).until(90).named("t"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        engine.apply(termed().at(5_000));
        assertThat(engine.outcome().repeatOfSequence()).as("it would be refused by now").isEqualTo(2);
    }

    @Test
    void aDayOrderIsTheSameOnAnotherDay() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).in(TimeInForce.DAY).named("d"));
        engine.clock(EngineLimits.REMEMBERED_US);
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).in(TimeInForce.DAY).named("d"));
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
    }

    @Test
    void aMarketOrderByQuoteIsComparedByWhatItAskedFor() {
        engine.sell(3, 100);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 200).named("q"));
        assertThat(engine.reports()).startsWith("#2 FILLED 2/2");
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 200).named("q"));
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(3);
        engine.place(OrderTicket.market("alice", Side.BUY, 2).named("q"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
        engine.place(OrderTicket.marketByQuote("alice", Side.BUY, 201).named("q"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void anAmendDoesNotChangeWhatWasAskedFor() {
        buyNamed("a-1", 5, 100);
        engine.amend("alice", 1, 99, 4);
        buyNamed("a-1", 5, 100);
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        assertThat(engine.reports()).isEqualTo("#1 NEW 0/5");
        buyNamed("a-1", 4, 99);
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void aRejectionIsRepeatedTooEvenWhenItWouldPassNow() {
        engine.enter(TradingState.HALTED);
        buyNamed("a-1", 5, 100);
        engine.enter(TradingState.TRADING);
        buyNamed("a-1", 5, 100);
        assertThat(engine.reject()).isEqualTo(RejectCode.HALTED);
        assertThat(engine.reports()).isEqualTo("#2 REJECTED 0/5");
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(3);
    }

    @Test
    void aSymbolThatWasUnknownStaysUnknownToTheRepeat() {
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("a-1").on("NEW"));
        engine.define(InstrumentRules.of("NEW").build());
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("a-1").on("NEW"));
        assertThat(engine.reject()).isEqualTo(RejectCode.UNKNOWN_SYMBOL);
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        assertThat(engine.outcome().priceScale()).as("as it was told then").isZero();
        engine.place(OrderTicket.limit("alice", Side.BUY, 5, 100).named("a-1").on("NEWER"));
        assertThat(engine.reject()).isEqualTo(RejectCode.DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void aRefusalWithoutReportIsRepeatedWithoutReport() {
        engine.place(OrderTicket.limit("alice", Side.UNSPECIFIED, 5, 100).named("a-1"));
        engine.place(OrderTicket.limit("alice", Side.UNSPECIFIED, 5, 100).named("a-1"));
        assertThat(engine.outcome().repeatOfSequence()).isEqualTo(2);
        assertThat(engine.reports()).isEmpty();
    }

    @Test
    void idsBelongToTheirAccountAndAnEmptyIdIsNone() {
        buyNamed("a-1", 5, 100);
        engine.place(OrderTicket.limit("bob", Side.BUY, 5, 100).named("a-1"));
        assertThat(engine.outcome().repeatOfSequence()).isZero();
        buyNamed("", 5, 100);
        buyNamed("", 5, 100);
        assertThat(engine.book()).isEqualTo("100x20(4) |");
    }

    /** What cannot be kept cannot be told apart, so it is refused each time anew. */
    @Test
    void namesThatCannotBeKeptAreNeverRepeated() {
        for (String id : new String[]{"x".repeat(37), "x".repeat(37), "y".repeat(40), "a b", "a b", "a c", "a "}) {
            buyNamed("a", 5, 100);
            long order = buyNamed(id, 5, 100);
            assertThat(engine.reject()).as(id).isEqualTo(RejectCode.INVALID_COMMAND);
            assertThat(engine.outcome().repeatOfSequence()).as(id).isZero();
            assertThat(engine.reports()).as(id).isEqualTo("#" + order + " REJECTED 0/5");
        }
        for (String account : new String[]{"", "", "x".repeat(65), "y".repeat(65)}) {
            engine.place(OrderTicket.limit(account, Side.BUY, 5, 100).named("a"));
            assertThat(engine.reject()).as(account).isEqualTo(RejectCode.INVALID_COMMAND);
            assertThat(engine.outcome().repeatOfSequence()).as(account).isZero();
        }
    }

    private static OrderTicket termed() {
        return OrderTicket.stopLimit(OrderType.STOP_LOSS_LIMIT, "alice", Side.BUY, 10, 110, 100).showing(2).until(90).named("t");
    }

    private long buyNamed(String id, long quantity, long price) {
        return engine.place(OrderTicket.limit("alice", Side.BUY, quantity, price).named(id));
    }
}
