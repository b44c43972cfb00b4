// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What is on the log stays readable for ever: each message is compared with bytes that were written once and are kept in
 * {@code golden/}. Changing a golden file is a decision about everybody's data.
 */
class GoldenBytesTest {

    @TestFactory
    Stream<DynamicTest> every_message_has_its_bytes() {
        return messages().entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
            Message message = entry.getValue();
            byte[] golden = HexFormat.of().parseHex(resource(entry.getKey() + ".hex"));
            assertThat(HexFormat.of().formatHex(message.toByteArray())).as(entry.getKey()).isEqualTo(HexFormat.of().formatHex(golden));
            assertThat(message.getParserForType().parseFrom(golden)).isEqualTo(message);
        }));
    }

    static Map<String, Message> messages() {
        Map<String, Message> all = new TreeMap<>();
        all.put("place-order", OrderCommand.newBuilder().setTimeUs(1_763_700_000_000_001L).setPlace(PlaceOrder.newBuilder()
                .setAccount("alice").setClientOrderId("my-1").setSymbol("BTC-USD").setSide(Side.SIDE_BUY)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(6_000_000).setQuantity(50))
                .build());
        all.put("cancel-order", OrderCommand.newBuilder().setTimeUs(2)
                .setCancel(CancelOrder.newBuilder().setAccount("bob").setOrderId(281_474_976_720_961L)).build());
        all.put("define-instrument", OrderCommand.newBuilder().setTimeUs(3)
                .setDefineInstrument(DefineInstrument.newBuilder().setInstrument(instrument())).build());
        all.put("set-trading-state", OrderCommand.newBuilder().setTimeUs(4).setSetTradingState(
                SetTradingState.newBuilder().setSymbol("BTC-USD").setState(TradingState.TRADING_STATE_HALTED)).build());
        all.put("tick", OrderCommand.newBuilder().setTimeUs(5).setTick(Tick.getDefaultInstance()).build());
        all.put("outcome", outcome());
        all.put("registered-instrument", RegisteredInstrument.newBuilder().setPartition(3).setInstrument(instrument()).build());
        all.put("refresh-price", RefreshPrice.newBuilder().setSymbol("BTC-USD").setTimeUs(6)
                .setReason(RefreshReason.REFRESH_REASON_REQUEST).build());
        all.put("price-update", PriceUpdate.newBuilder().setSymbol("BTC-USD").setScale(4).setPrice(600_000_000).setConfidence(12_000)
                .setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7).setStatus(PriceStatus.PRICE_STATUS_FRESH).setTier(Tier.TIER_HOT)
                .setSources(3).addInputs(VenueInput.newBuilder().setVenue("kraken").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_USED)
                        .setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7).setReason(""))
                .build());
        return all;
    }

    private static Instrument instrument() {
        return Instrument.newBuilder().setSymbol("BTC-USD").setBaseAsset("BTC").setQuoteAsset("USD").setPriceScale(2).setQuantityScale(5)
                .setTickSize(1).setLotSize(1).setMinQuantity(1).setMaxQuantity(100_000_000).setMinNotional(10_000_000)
                .setPriceBandBps(1_000).setMakerFeeBps(5).setTakerFeeBps(10).setTier(Tier.TIER_HOT).build();
    }

    private static Outcome outcome() {
        return Outcome.newBuilder().setInputOffset(4_710).setSequence(4_711).setTimeUs(8).setSymbol("BTC-USD").setPriceScale(2)
                .setQuantityScale(5).setReject(RejectCode.REJECT_CODE_NO_LIQUIDITY).setRepeatOfSequence(9).setRepeatOfTimeUs(10)
                .addOrders(OrderReport.newBuilder().setOrderId(11).setAccount("alice").setClientOrderId("my-1").setSide(Side.SIDE_SELL)
                        .setType(OrderType.ORDER_TYPE_MARKET).setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC).setPrice(12).setQuantity(13)
                        .setExecutedQuantity(14).setCumulativeQuoteLow(-1).setCumulativeQuoteHigh(1)
                        .setStatus(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED))
                .addTrades(Trade.newBuilder().setTakerOrderId(11).setMakerOrderId(15).setTakerSide(Side.SIDE_SELL).setPrice(12)
                        .setQuantity(14))
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(12).setQuantity(0).setOrders(0))
                .setInstrument(instrument()).setTradingState(TradingState.TRADING_STATE_TRADING).build();
    }

    private static String resource(String name) {
        try (var in = GoldenBytesTest.class.getResourceAsStream("/golden/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
