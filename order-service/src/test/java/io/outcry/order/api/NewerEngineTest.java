// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.order.domain.OrderRequest;
import io.outcry.order.domain.ScaledOrder;
import io.outcry.order.domain.SelfTradePrevention;
import io.outcry.order.log.LogLane;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outcomes of an engine that knows more words: what it did is done, and is answered as if its outcome had not come in time. */
class NewerEngineTest {

    private static final long POSITION = LogPosition.of(1, 7);
    private static final String ORDER = "{\"orderId\":\"" + POSITION + "\"";
    private static final String LOCATION = "/api/v1/orders/" + POSITION;

    static List<OrderReport.Builder> reports() {
        return List.of(
                told().setSideValue(99), told().setTypeValue(99), told().setTimeInForceValue(99), told().setStatusValue(99),
                told().setSelfTradePreventionValue(99));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void anOrderIsPlaced(OrderReport.Builder report) {
        Answer answer = order().answer(decided(Outcome.newBuilder().addOrders(report)));
        assertThat(answer.body()).startsWith(ORDER).contains("\"price\":\"1.00\"").endsWith("\"status\":\"PENDING_NEW\"}");
        assertAccepted(answer, LOCATION);
    }

    @Test
    void aRepeatLeadsToTheOrderThatWasPlacedFirst() {
        OrderReport.Builder first = told().setOrderId(LogPosition.of(1, 3)).setTimeInForceValue(99);
        assertAccepted(
                order().answer(decided(Outcome.newBuilder().setRepeatOfSequence(4).addOrders(first))),
                "/api/v1/orders/" + LogPosition.of(1, 3));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void anOrderIsChanged(OrderReport.Builder report) {
        Answer answer = OrderChange.answer(POSITION, decided(Outcome.newBuilder().addOrders(report)));
        assertThat(answer.body()).isEqualTo(ORDER + "}");
        assertAccepted(answer, LOCATION);
    }

    @ParameterizedTest
    @MethodSource("reports")
    void allOrdersOfASymbolAreCancelled(OrderReport.Builder report) {
        Outcome.Builder outcome = Outcome.newBuilder().addOrders(told()).addOrders(report);
        Answer answer = OrderChange.answerAll("alice", "A-USD", decided(outcome));
        assertThat(answer.body()).isEqualTo("{\"symbol\":\"A-USD\"}");
        assertAccepted(answer, "/api/v1/orders?symbol=A-USD&status=OPEN");
    }

    @Test
    void whatIsSaidOfOthersOrdersIsNotTold() {
        Outcome.Builder outcome = Outcome.newBuilder().addOrders(told()).addOrders(told().setAccount("bob").setTypeValue(99));
        assertThat(OrderChange.answerAll("alice", "A-USD", decided(outcome)).status()).isEqualTo(200);
        assertThat(order().answer(decided(outcome)).status()).isEqualTo(201);
    }

    @Test
    void aTradingStateWithoutANameIsNotTakenForTheOneThatWasAskedFor() {
        Optional<TradingState> asked = Optional.of(TradingState.TRADING_STATE_TRADING);
        assertThat(InstrumentHandler.state(Outcome.newBuilder().setTradingStateValue(99).build(), asked)).isEmpty();
        assertThat(InstrumentHandler.state(Outcome.newBuilder().setTradingState(TradingState.TRADING_STATE_AUCTION).build(), asked))
                .contains(TradingState.TRADING_STATE_AUCTION);
        assertThat(InstrumentHandler.state(Outcome.getDefaultInstance(), asked)).as("nothing has changed").isEqualTo(asked);
    }

    private static void assertAccepted(Answer answer, String location) {
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.location()).isEqualTo(location);
        assertThat(answer.positions()).containsExactly(POSITION);
    }

    private static CommandResult decided(Outcome.Builder outcome) {
        return new CommandResult.Decided(POSITION, outcome.build());
    }

    private static OrderReport.Builder told() {
        return OrderReport.newBuilder()
                .setOrderId(POSITION)
                .setAccount("alice")
                .setSide(Side.SIDE_BUY)
                .setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setStatus(OrderStatus.ORDER_STATUS_CANCELED);
    }

    private static NewOrder order() {
        OrderRequest request = new OrderRequest(
                "A-USD", io.outcry.order.domain.Side.BUY, io.outcry.order.domain.OrderType.LIMIT, io.outcry.order.domain.TimeInForce.GTC, 0,
                "1", null, "1.00", null, false, null, SelfTradePrevention.NONE, "");
        PlaceOrder place = PlaceOrder.newBuilder().setSymbol("A-USD").setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(100).setQuantity(1).build();
        Command command = new Command(
                CommandKind.PLACE, new LogLane(Topics.ORDER_COMMANDS, 1, 1), new byte[0],
                OrderCommand.newBuilder().setPlace(place).build());
        return new NewOrder(new ScaledOrder(request, 2, 0, 100, 0, 1, 0, 0), command, null);
    }
}
