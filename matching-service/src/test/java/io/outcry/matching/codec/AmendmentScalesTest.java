// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.domain.EngineLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An amendment comes with digits of its own: the symbol here has 2 of a price and 5 of a quantity. */
class AmendmentScalesTest {

    private final WireEngine engine = new WireEngine(0, EngineLimits.STANDARD);
    private long order;

    @BeforeEach
    void placeAnOrderOf500At10() {
        engine.apply(WireCommands.define(0, WireCommands.rules()));
        order = engine.apply(WireCommands.place(0, WireCommands.limit("alice", Side.SIDE_BUY, 500, 1_000))).getOrders(0).getOrderId();
        engine.apply(WireCommands.define(0, WireCommands.rules().setSymbol("LAST-USD")));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # price, scale, quantity, scale, new price, new quantity
            1234,    2,     600,      5,     1234,      600
            7,       0,     5,        0,     700,       500000
            12340,   3,     6000,     6,     1234,      600
            0,       0,     3,        4,     1000,      30
            0,       18,    3,        4,     1000,      30
            99,      1,     0,        0,     990,       500
            5000000000000000000, 18, 400, 5, 500,       400
            """)
    void valuesAreBroughtToTheSymbolsScales(
            long price, int priceScale, long quantity, int quantityScale, long newPrice, long newQuantity) {
        Outcome outcome = amend(price, priceScale, quantity, quantityScale);
        assertThat(outcome.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNSPECIFIED);
        assertThat(outcome.getOrders(0).getPrice()).isEqualTo(newPrice);
        assertThat(outcome.getOrders(0).getQuantity()).isEqualTo(newQuantity);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # price, scale, quantity, scale, why not
            1234,    -1,    600,      5,     INVALID_COMMAND
            1234,    2,     600,      19,    INVALID_COMMAND
            12345,   3,     6001,     6,     INVALID_TICK
            1,       18,    0,        0,     INVALID_TICK
            12340,   3,     6001,     6,     INVALID_LOT
            0,       0,     1,        18,    INVALID_LOT
            92233720368547759, 0, 0,  0,     QUANTITY_OUT_OF_RANGE
            0,       0,     92233720368548,     0, QUANTITY_OUT_OF_RANGE
            9223372036854775807, 0, 1, 18,   INVALID_LOT
            -7,      0,     5,        5,     INVALID_COMMAND
            0,       0,     0,        0,     INVALID_COMMAND
            """)
    void valuesThatTheSymbolCannotHoldAreRefused(long price, int priceScale, long quantity, int quantityScale, String why) {
        Outcome outcome = amend(price, priceScale, quantity, quantityScale);
        assertThat(outcome.getReject()).isEqualTo(RejectCode.valueOf("REJECT_CODE_" + why));
        assertThat(outcome.getSymbol()).isEqualTo(WireCommands.SYMBOL);
        assertThat(outcome.getOrdersCount()).isZero();
    }

    @Test
    void theOrderIsLookedForFirstAndTheStateAfterwards() {
        engine.apply(WireCommands.enter(0, WireCommands.SYMBOL, TradingState.TRADING_STATE_HALTED));
        assertThat(amend(1, 18, 0, 0).getReject()).isEqualTo(RejectCode.REJECT_CODE_INVALID_TICK);
        assertThat(amend(1, 0, 0, 0).getReject()).isEqualTo(RejectCode.REJECT_CODE_HALTED);
        engine.apply(WireCommands.cancel(0, "alice", order));
        assertThat(amend(1, 18, 0, 0).getReject()).isEqualTo(RejectCode.REJECT_CODE_ORDER_NOT_OPEN);
    }

    private Outcome amend(long price, int priceScale, long quantity, int quantityScale) {
        return engine.apply(WireCommands.amend(0, AmendOrder.newBuilder()
                .setAccount("alice")
                .setOrderId(order)
                .setPrice(price)
                .setPriceScale(priceScale)
                .setQuantity(quantity)
                .setQuantityScale(quantityScale)));
    }
}
