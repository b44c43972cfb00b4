// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.domain.EngineLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An order may come with digits of its own: the symbol here has 2 of a price and 5 of a quantity, a tick of 0.05 and a lot of 0.00010. */
class OrderScalesTest {

    private final WireEngine engine = new WireEngine(0, EngineLimits.STANDARD);

    @BeforeEach
    void defineTheSymbol() {
        engine.apply(WireCommands.define(0, WireCommands.rules().setTickSize(5).setLotSize(10).setMinNotional(1_000)));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # price, scale, quantity, scale, price there, quantity there
            1235,    2,     600,      5,     1235,        600
            7,       0,     5,        0,     700,         500000
            12350,   3,     6000,     6,     1235,        600
            99,      1,     3,        4,     990,         30
            5000000000000000000, 18, 400, 5, 500,         400
            """)
    void anOrderThatTheSymbolCanHoldIsLikeAnyOther(
            long price, int priceScale, long quantity, int quantityScale, long priceThere, long quantityThere) {
        Outcome outcome = place(price, priceScale, quantity, quantityScale);
        assertThat(outcome.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNSPECIFIED);
        assertThat(outcome.getPriceScale()).isEqualTo(2);
        assertThat(outcome.getQuantityScale()).isEqualTo(5);
        OrderReport order = outcome.getOrders(0);
        assertThat(order.getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_NEW);
        assertThat(order.getPrice()).isEqualTo(priceThere);
        assertThat(order.getQuantity()).isEqualTo(quantityThere);
        assertThat(outcome.getLevels(0).getPrice()).isEqualTo(priceThere);
    }

    /** With the scales of the symbol where it could hold the numbers, with the order's own where not. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # price, scale, quantity, scale, why not,              price scale there, quantity scale there
            1234,    2,     600,      5,     INVALID_TICK,         2,  5
            12345,   3,     6001,     6,     INVALID_TICK,         3,  6
            1233,    2,     6001,     6,     INVALID_TICK,         2,  6
            12350,   3,     6001,     6,     INVALID_LOT,          3,  6
            12350,   3,     6050,     6,     INVALID_LOT,          2,  5
            12350,   3,     6050001,  9,     INVALID_LOT,          3,  9
            1235,    2,     605,      5,     INVALID_LOT,          2,  5
            1235,    2,     20,       0,     QUANTITY_OUT_OF_RANGE, 2, 5
            5,       2,     10,       5,     MIN_NOTIONAL,         2,  5
            92233720368547760, 0, 600, 5,    QUANTITY_OUT_OF_RANGE, 0, 5
            1235,    2,     92233720368548, 0, QUANTITY_OUT_OF_RANGE, 2, 0
            -5,      0,     600,      5,     INVALID_COMMAND,      2,  5
            -5,      18,    600,      5,     INVALID_COMMAND,      18, 5
            1235,    -1,    600,      5,     INVALID_COMMAND,      0,  0
            1235,    2,     600,      19,    INVALID_COMMAND,      0,  0
            """)
    void anOrderThatBreaksARuleIsRefusedAndToldAsItCame(
            long price, int priceScale, long quantity, int quantityScale, String why, int priceScaleThere, int quantityScaleThere) {
        Outcome outcome = place(price, priceScale, quantity, quantityScale);
        assertThat(outcome.getReject()).isEqualTo(RejectCode.valueOf("REJECT_CODE_" + why));
        assertThat(outcome.getSymbol()).isEqualTo(WireCommands.SYMBOL);
        assertThat(outcome.getPriceScale()).isEqualTo(priceScaleThere);
        assertThat(outcome.getQuantityScale()).isEqualTo(quantityScaleThere);
        assertThat(outcome.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_REJECTED);
        assertThat(outcome.getLevelsCount()).isZero();
        if (priceScaleThere == priceScale && quantityScaleThere == quantityScale) {
            assertThat(outcome.getOrders(0).getPrice()).isEqualTo(price);
            assertThat(outcome.getOrders(0).getQuantity()).isEqualTo(quantity);
        }
    }

    @Test
    void whatIsShownHasTheDigitsOfTheQuantityAndGoesByTheLotToo() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 6_000, 1_235);
        assertThat(apply(order.setDisplayQuantity(2_000), 2, 6).getReject()).isEqualTo(RejectCode.REJECT_CODE_UNSPECIFIED);
        assertThat(apply(order.setDisplayQuantity(2_001), 2, 6).getReject()).isEqualTo(RejectCode.REJECT_CODE_INVALID_LOT);
    }

    @Test
    void aBudgetHasTheDigitsOfBoth() {
        engine.apply(WireCommands.place(0, WireCommands.limit("bob", Side.SIDE_SELL, 100, 1_000)));
        PlaceOrder.Builder budget = WireCommands.market("alice", Side.SIDE_BUY, 0).setQuoteQuantity(5);
        assertThat(apply(budget, 1, 2).getOrders(0).getQuoteQuantity()).as("0.005 at 7 digits").isEqualTo(50_000);
        assertThat(apply(budget, 4, 4).getReject()).as("0.00000005").isEqualTo(RejectCode.REJECT_CODE_INVALID_LOT);
        assertThat(apply(budget.setQuoteQuantity(50_000_000), 18, 18).getReject()).isEqualTo(RejectCode.REJECT_CODE_INVALID_LOT);
        assertThat(apply(budget.setQuoteQuantity(Long.MAX_VALUE), 0, 0).getReject())
                .isEqualTo(RejectCode.REJECT_CODE_QUANTITY_OUT_OF_RANGE);
    }

    @Test
    void anOrderOfAnUnknownSymbolIsToldAsItCame() {
        Outcome outcome = apply(WireCommands.limit("alice", Side.SIDE_BUY, 15, 100_5).setSymbol("NEW-USD").setClientOrderId("c"), 1, 1);
        assertThat(outcome.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        assertThat(outcome.getSymbol()).isEqualTo("NEW-USD");
        assertThat(outcome.getPriceScale()).isEqualTo(1);
        assertThat(outcome.getOrders(0).getPrice()).isEqualTo(1_005);
    }

    @Test
    void theStateOfTheSymbolIsAskedBeforeTheNumbers() {
        engine.apply(WireCommands.enter(0, WireCommands.SYMBOL, TradingState.TRADING_STATE_HALTED));
        assertThat(place(1, 18, 600, 5).getReject()).isEqualTo(RejectCode.REJECT_CODE_HALTED);
    }

    @Test
    void aRepeatGetsTheFirstRefusalAndAnotherOrderOfTheNameIsADuplicate() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 600, 12_345).setClientOrderId("c");
        Outcome first = apply(order, 3, 5);
        Outcome again = apply(order, 3, 5);
        assertThat(again.getRepeatOfSequence()).isEqualTo(first.getSequence());
        assertThat(again.getReject()).isEqualTo(RejectCode.REJECT_CODE_INVALID_TICK);
        assertThat(again.getPriceScale()).isEqualTo(3);
        assertThat(again.getOrdersList()).isEqualTo(first.getOrdersList());
        assertThat(apply(order, 4, 5).getReject()).as("1.2345").isEqualTo(RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);
        assertThat(engine.apply(WireCommands.place(0, order)).getReject()).as("123.45")
                .isEqualTo(RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);
        assertThat(apply(order.setPrice(1_235), 2, 5).getReject()).isEqualTo(RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void anOrderOfASymbolThatWasUnknownIsComparedAtTheScalesThatItHasSince() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 15, 100).setSymbol("NEW-USD").setClientOrderId("c");
        Outcome first = apply(order, 0, 1);
        assertThat(first.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        engine.apply(WireCommands.define(0, WireCommands.rules().setSymbol("NEW-USD")));

        assertThat(apply(order, 0, 1).getRepeatOfSequence()).isEqualTo(first.getSequence());
        Outcome again = engine.apply(WireCommands.place(0, order.clone().setPrice(100_00).setQuantity(150_000)));
        assertThat(again.getRepeatOfSequence()).isEqualTo(first.getSequence());
        assertThat(again.getOrdersList()).isEqualTo(first.getOrdersList());
        assertThat(engine.apply(WireCommands.place(0, order)).getReject()).as("0.00015 at 1.00")
                .isEqualTo(RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void anAmountIsComparedAtTheScaleOfBothNumbersTogether() {
        PlaceOrder.Builder order = WireCommands.market("alice", Side.SIDE_BUY, 0).setQuoteQuantity(1_500).setSymbol("NEW-USD")
                .setClientOrderId("c");
        Outcome first = apply(order, 1, 2);
        assertThat(first.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        engine.apply(WireCommands.define(0, WireCommands.rules().setSymbol("NEW-USD")));

        assertThat(apply(order, 1, 2).getRepeatOfSequence()).isEqualTo(first.getSequence());
        assertThat(engine.apply(WireCommands.place(0, order.clone().setQuoteQuantity(15_000_000))).getRepeatOfSequence()).as("1.5")
                .isEqualTo(first.getSequence());
        assertThat(engine.apply(WireCommands.place(0, order)).getReject()).as("0.00015")
                .isEqualTo(RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID);
    }

    @Test
    void scaledOrNotItIsTheSameOrder() {
        PlaceOrder.Builder order = WireCommands.limit("alice", Side.SIDE_BUY, 600, 1_235).setClientOrderId("c");
        Outcome first = engine.apply(WireCommands.place(0, order));
        assertThat(apply(order.setPrice(12_350), 3, 5).getRepeatOfSequence()).isEqualTo(first.getSequence());
    }

    private Outcome place(long price, int priceScale, long quantity, int quantityScale) {
        return apply(WireCommands.limit("alice", Side.SIDE_BUY, quantity, price), priceScale, quantityScale);
    }

    private Outcome apply(PlaceOrder.Builder order, int priceScale, int quantityScale) {
        return engine.apply(WireCommands.placeScaled(0, order, priceScale, quantityScale));
    }
}
