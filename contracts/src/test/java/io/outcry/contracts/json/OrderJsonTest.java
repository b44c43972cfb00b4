// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import org.junit.jupiter.api.Test;

class OrderJsonTest {

    @Test
    void the_answer_is_the_one_of_the_public_contract() {
        OrderReport report = partlyFilled().build();
        assertThat(OrderJson.answer(outcome(report).build(), report)).isEqualTo("""
                {"orderId":"281474976720961","clientOrderId":"my-1","symbol":"BTC-USD","side":"BUY","type":"LIMIT","timeInForce":"GTC",\
                "price":"60000.00","quantity":"0.50","status":"PARTIALLY_FILLED","executedQuantity":"0.20","leavesQuantity":"0.30",\
                "cumulativeQuote":"11999.00","sequence":4711,"transactTime":1763700000000,\
                "fills":[{"tradeId":"4711-0","price":"59995.00","quantity":"0.20","liquidity":"TAKER"}]}""");
    }

    @Test
    void an_order_that_is_not_open_has_nothing_left_and_a_market_order_has_no_price() {
        OrderReport report = partlyFilled().clearClientOrderId().setType(OrderType.ORDER_TYPE_MARKET).setPrice(0)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC).setStatus(OrderStatus.ORDER_STATUS_EXPIRED).build();
        assertThat(OrderJson.answer(outcome(report).build(), report))
                .contains("\"leavesQuantity\":\"0.00\"")
                .doesNotContain("\"price\":\"0.00\"")
                .doesNotContain("clientOrderId");
    }

    @Test
    void a_repeat_shows_the_sequence_and_time_of_the_first_outcome() {
        OrderReport report = partlyFilled().build();
        Outcome repeat = outcome(report).setSequence(9_000).setTimeUs(1_763_800_000_000_000L).setRepeatOfSequence(4_711)
                .setRepeatOfTimeUs(1_763_700_000_000_000L).build();
        assertThat(OrderJson.answer(repeat, report)).isEqualTo(OrderJson.answer(outcome(report).build(), report));
    }

    @Test
    void names_are_found_both_ways_and_unspecified_has_none() {
        assertThat(OrderJson.SIDES.parse("BUY")).contains(Side.SIDE_BUY);
        assertThat(OrderJson.SIDES.parse("UNSPECIFIED")).isEmpty();
        assertThat(OrderJson.SIDES.parse("buy")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> OrderJson.SIDES.of(Side.SIDE_UNSPECIFIED));
    }

    private static OrderReport.Builder partlyFilled() {
        return OrderReport.newBuilder().setOrderId(281_474_976_720_961L).setAccount("alice").setClientOrderId("my-1")
                .setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(6_000_000).setQuantity(50).setExecutedQuantity(20).setCumulativeQuoteLow(119_990_000)
                .setStatus(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED);
    }

    private static Outcome.Builder outcome(OrderReport report) {
        return Outcome.newBuilder().setInputOffset(4_710).setSequence(4_711).setTimeUs(1_763_700_000_000_000L).setSymbol("BTC-USD")
                .setPriceScale(2).setQuantityScale(2).addOrders(report)
                .addTrades(Trade.newBuilder().setTakerOrderId(report.getOrderId()).setMakerOrderId(3).setTakerSide(Side.SIDE_BUY)
                        .setPrice(5_999_500).setQuantity(20));
    }
}
