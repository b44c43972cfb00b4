// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.outcry.contracts.description.ApiDescription;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OrderJsonTest {

    private static final Path DESCRIPTION = Path.of("..", "query-service", "src", "main", "resources", "static", "openapi.yaml");

    @Test
    void theAnswerIsTheOneOfThePublicContract() {
        OrderReport report = partlyFilled().build();
        assertThat(OrderJson.answer(outcome(report).build(), report)).isEqualTo("""
                {"orderId":"281474976720961","clientOrderId":"my-1","symbol":"BTC-USD","side":"BUY","type":"LIMIT","timeInForce":"GTC",\
                "price":"60000.00","quantity":"0.50","status":"PARTIALLY_FILLED","executedQuantity":"0.20","leavesQuantity":"0.30",\
                "cumulativeQuote":"11999.00","sequence":4711,"transactTime":1763700000000,\
                "fills":[{"tradeId":"4711-0","price":"59995.00","quantity":"0.20","fee":"11.999","liquidity":"TAKER"}]}""");
    }

    @Test
    void anOrderThatIsNotOpenHasNothingLeftAndAMarketOrderHasNoPrice() {
        OrderReport report = partlyFilled().clearClientOrderId().clearLeavesQuantity().setType(OrderType.ORDER_TYPE_MARKET).setPrice(0)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC).setStatus(OrderStatus.ORDER_STATUS_EXPIRED).build();
        assertThat(OrderJson.answer(outcome(report).build(), report))
                .contains("\"leavesQuantity\":\"0.00\"")
                .doesNotContain("\"price\":\"0.00\"")
                .doesNotContain("clientOrderId");
    }

    @Test
    void aRejectedOrderSaysWhichRuleItBrokeUnlessItIsOneOfANewerEngine() {
        OrderReport report = partlyFilled().setStatus(OrderStatus.ORDER_STATUS_REJECTED).build();
        Outcome.Builder rejected = outcome(report).setReject(RejectCode.REJECT_CODE_WOULD_TAKE);
        assertThat(OrderJson.answer(rejected.build(), report)).contains("\"status\":\"REJECTED\",\"code\":\"WOULD_TAKE\",\"executed");
        assertThat(OrderJson.answer(rejected.setRejectValue(4711).build(), report)).contains("\"status\":\"REJECTED\",\"executed");
        OrderReport resting = partlyFilled().build();
        assertThat(OrderJson.answer(rejected.setReject(RejectCode.REJECT_CODE_ORDER_NOT_OPEN).build(), resting))
                .as("a refused amendment is not the order's end").doesNotContain("code");
    }

    @Test
    void everyTermIsShownWhereItWasGiven() {
        OrderReport report = OrderReport.newBuilder().setOrderId(7).setSide(Side.SIDE_SELL).setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setPrice(5_900_000).setStopPrice(5_950_000).setQuantity(50)
                .setLeavesQuantity(50).setDisplayQuantity(10).setPostOnly(true)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_MAKER)
                .setExpireTimeUs(1_763_800_000_000_999L).setStatus(OrderStatus.ORDER_STATUS_PENDING_TRIGGER).build();
        assertThat(OrderJson.answer(outcome(report).clearTrades().build(), report)).isEqualTo("""
                {"orderId":"7","symbol":"BTC-USD","side":"SELL","type":"STOP_LOSS_LIMIT","timeInForce":"GTD","price":"59000.00",\
                "stopPrice":"59500.00","quantity":"0.50","displayQuantity":"0.10","postOnly":true,"selfTradePrevention":"EXPIRE_MAKER",\
                "expireTime":1763800000000,"status":"PENDING_TRIGGER","executedQuantity":"0.00","leavesQuantity":"0.50",\
                "cumulativeQuote":"0.00","sequence":4711,"transactTime":1763700000000,"fills":[]}""");
    }

    @Test
    void aMarketStopHasNoPriceAndAnOrderByQuoteShowsItsBudgetAtTheScaleOfTheNotional() {
        OrderReport stop = partlyFilled().setType(OrderType.ORDER_TYPE_TAKE_PROFIT).setStopPrice(1).build();
        assertThat(OrderJson.answer(outcome(stop).build(), stop)).doesNotContain("\"price\":\"60000").contains("\"stopPrice\":\"0.01\"");
        OrderReport byQuote = partlyFilled().setType(OrderType.ORDER_TYPE_MARKET).setQuoteQuantity(1_000_050)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_NONE).build();
        assertThat(OrderJson.answer(outcome(byQuote).build(), byQuote)).contains("\"quantity\":\"0.50\",\"quoteQuantity\":\"100.005\",")
                .doesNotContain("selfTradePrevention");
    }

    @Test
    void oneOfManyReportsIsToldAsIfItWereAlone() {
        OrderReport taker = partlyFilled().build();
        OrderReport maker = partlyFilled().setOrderId(8).setClientOrderId("other").build();
        OrderReport untouched = partlyFilled().setOrderId(9).clearClientOrderId().build();
        Outcome outcome = outcome(taker).addOrders(maker).addOrders(untouched)
                .addTrades(Trade.newBuilder().setTakerOrderId(taker.getOrderId()).setMakerOrderId(8).setPrice(2).setQuantity(3))
                .addTrades(Trade.newBuilder().setTakerOrderId(8).setMakerOrderId(taker.getOrderId()).setPrice(4).setQuantity(5)).build();
        OutcomeFills fills = new OutcomeFills(outcome);
        for (OrderReport report : outcome.getOrdersList()) {
            assertThat(OrderJson.answer(fills, report)).isEqualTo(OrderJson.answer(outcome, report));
        }
    }

    @Test
    void whatIsLeftIsWhatTheEngineSaysAndIsMadeUpOnlyForOutcomesFromBeforeItDid() {
        OrderReport prevented = partlyFilled().setLeavesQuantity(5).build();
        assertThat(OrderJson.answer(outcome(prevented).build(), prevented)).contains("\"leavesQuantity\":\"0.05\"");
        OrderReport old = partlyFilled().clearLeavesQuantity().build();
        assertThat(OrderJson.answer(outcome(old).build(), old)).contains("\"leavesQuantity\":\"0.30\"");
    }

    @Test
    void anOrderThatRestedAndMetAnActivatedStopHasThatFillAsItsMaker() {
        OrderReport report = partlyFilled().setOrderId(3).build();
        Outcome outcome = outcome(partlyFilled().build()).build();
        assertThat(OrderJson.answer(outcome, report)).endsWith("\"quantity\":\"0.20\",\"fee\":\"-0.0001\",\"liquidity\":\"MAKER\"}]}");
    }

    @Test
    void fillsForWhichThereIsNoRoomAreLeftOutAndThatIsSaid() {
        OrderReport report = partlyFilled().build();
        Outcome.Builder outcome = outcome(report);
        Outcome twice = outcome.addTrades(outcome.getTrades(0)).build();
        AtomicInteger room = new AtomicInteger(2);
        assertThat(OrderJson.answer(twice, report, () -> room.getAndDecrement() > 0)).isEqualTo(OrderJson.answer(twice, report));
        room.set(1);
        assertThat(OrderJson.answer(twice, report, () -> room.getAndDecrement() > 0)).endsWith("\"TAKER\"}],\"moreFills\":true}");
        assertThat(OrderJson.answer(twice, report, () -> false)).endsWith("\"fills\":[],\"moreFills\":true}");
    }

    @Test
    void aFeeIsExactWhateverItsWidth() {
        Outcome outcome = Outcome.newBuilder().setPriceScale(18).setQuantityScale(18).build();
        assertThat(OrderJson.fee(outcome, Trade.newBuilder().setTakerFee(Long.MAX_VALUE).build(), true))
                .isEqualTo("0.000000000000000009223372036854775807");
        assertThat(OrderJson.fee(outcome, Trade.newBuilder().setMakerFee(Long.MIN_VALUE).build(), false))
                .isEqualTo("-0.000000000000000009223372036854775808");
        assertThat(OrderJson.fee(outcome, Trade.getDefaultInstance(), true)).as("of none").isEqualTo("0.000000000000000000");
    }

    @Test
    void anOrderIsOpenWhileItRestsOrWaits() {
        assertThat(Arrays.stream(OrderStatus.values()).filter(OrderJson::isOpen)).containsExactly(OrderStatus.ORDER_STATUS_NEW,
                OrderStatus.ORDER_STATUS_PARTIALLY_FILLED, OrderStatus.ORDER_STATUS_PENDING_TRIGGER);
    }

    @Test
    void aRepeatShowsTheSequenceAndTimeOfTheFirstOutcome() {
        OrderReport report = partlyFilled().build();
        Outcome repeat = outcome(report).setSequence(9_000).setTimeUs(1_763_800_000_000_000L).setRepeatOfSequence(4_711)
                .setRepeatOfTimeUs(1_763_700_000_000_000L).build();
        assertThat(OrderJson.answer(repeat, report)).isEqualTo(OrderJson.answer(outcome(report).build(), report));
    }

    @Test
    void namesAreFoundBothWaysAndUnspecifiedHasNone() {
        assertThat(OrderJson.SIDES.parse("BUY")).contains(Side.SIDE_BUY);
        assertThat(OrderJson.SIDES.parse("UNSPECIFIED")).isEmpty();
        assertThat(OrderJson.SIDES.parse("buy")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> OrderJson.SIDES.of(Side.SIDE_UNSPECIFIED));
    }

    @Test
    void theDescriptionNamesEverythingThatIsToldOfAnOrderAndNothingElse() throws IOException {
        OrderReport.Builder report = OrderReport.newBuilder();
        for (FieldDescriptor field : OrderReport.getDescriptor().getFields()) {
            report.setField(field, switch (field.getJavaType()) {
                case BOOLEAN -> true;
                case ENUM -> field.getEnumType().getValues().getLast();
                case INT -> 1;
                case LONG -> 1L;
                case STRING -> "a";
                default -> throw new IllegalArgumentException("no value for " + field);
            });
        }
        Outcome refused = outcome(report.setStatus(OrderStatus.ORDER_STATUS_REJECTED).build())
                .setReject(RejectCode.REJECT_CODE_WOULD_TAKE).build();
        ApiDescription description = ApiDescription.of(Files.readString(DESCRIPTION));
        assertThat(JsonMapper.shared().readTree(OrderJson.answer(refused, report.build(), () -> false)).propertyNames())
                .containsExactlyInAnyOrderElementsOf(properties(description, description.at("components", "schemas", "order")));
    }

    private static Set<String> properties(ApiDescription description, JsonNode schema) {
        Set<String> names = new TreeSet<>(schema.path("properties").propertyNames());
        schema.path("allOf").forEach(part -> names.addAll(properties(description, description.at(part))));
        return names;
    }

    private static OrderReport.Builder partlyFilled() {
        return OrderReport.newBuilder().setOrderId(281_474_976_720_961L).setAccount("alice").setClientOrderId("my-1")
                .setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(6_000_000).setQuantity(50).setExecutedQuantity(20).setLeavesQuantity(30).setCumulativeQuoteLow(119_990_000)
                .setStatus(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED);
    }

    private static Outcome.Builder outcome(OrderReport report) {
        return Outcome.newBuilder().setInputOffset(4_710).setSequence(4_711).setTimeUs(1_763_700_000_000_000L).setSymbol("BTC-USD")
                .setPriceScale(2).setQuantityScale(2).addOrders(report)
                .addTrades(Trade.newBuilder().setTakerOrderId(report.getOrderId()).setMakerOrderId(3).setTakerSide(Side.SIDE_BUY)
                        .setPrice(5_999_500).setQuantity(20).setTakerFee(119_990).setMakerFee(-1));
    }
}
