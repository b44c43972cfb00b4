// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.v1;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.Map;
import java.util.TreeMap;

/** One message for each golden file, by the file's name. A field that was added later has a file of its own: the older ones stay as they were. */
final class GoldenMessages {

    private GoldenMessages() {}

    static Map<String, Message> all() {
        Map<String, Message> all = new TreeMap<>();
        placements(all);
        changes(all);
        administration(all);
        all.put("outcome", outcome());
        all.put("outcome-of-every-term", outcomeOfEveryTerm());
        all.put("outcome-auction", Outcome.newBuilder().setInputOffset(20).setSequence(21).setTimeUs(22).setSymbol("BTC-USD")
                .setPriceScale(2).setQuantityScale(5)
                .setAuction(AuctionIndication.newBuilder().setPrice(6_000_000).setVolume(23).setImbalance(-24))
                .setStopsActivated(25).build());
        all.put("outcome-engine-version",
                Outcome.newBuilder().setInputOffset(50).setSequence(51).setTimeUs(52).setEngineVersion(2).build());
        prices(all);
        snapshots(all);
        return all;
    }

    private static void placements(Map<String, Message> all) {
        all.put("place-order", OrderCommand.newBuilder().setTimeUs(1_763_700_000_000_001L).setPlace(PlaceOrder.newBuilder()
                .setAccount("alice").setClientOrderId("my-1").setSymbol("BTC-USD").setSide(Side.SIDE_BUY)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(6_000_000).setQuantity(50))
                .build());
        all.put("place-stop-order", OrderCommand.newBuilder().setTimeUs(9).setPlace(PlaceOrder.newBuilder()
                .setAccount("alice").setSymbol("BTC-USD").setSide(Side.SIDE_SELL).setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setPrice(5_900_000).setQuantity(50).setStopPrice(5_950_000)
                .setExpireTimeUs(1_763_800_000_000_000L)).build());
        all.put("place-iceberg-order", OrderCommand.newBuilder().setTimeUs(10).setPlace(PlaceOrder.newBuilder()
                .setAccount("bob").setSymbol("BTC-USD").setSide(Side.SIDE_SELL).setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY).setPrice(6_100_000).setQuantity(500).setPostOnly(true)
                .setDisplayQuantity(100).setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT)).build());
        all.put("place-order-by-quote", OrderCommand.newBuilder().setTimeUs(11).setPlace(PlaceOrder.newBuilder()
                .setAccount("bob").setSymbol("BTC-USD").setSide(Side.SIDE_BUY).setType(OrderType.ORDER_TYPE_MARKET)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC).setQuoteQuantity(1_000_000_000L)).build());
    }

    private static void changes(Map<String, Message> all) {
        all.put("cancel-order", OrderCommand.newBuilder().setTimeUs(2)
                .setCancel(CancelOrder.newBuilder().setAccount("bob").setOrderId(281_474_976_720_961L)).build());
        all.put("cancel-by-client-order-id", OrderCommand.newBuilder().setTimeUs(12)
                .setCancel(CancelOrder.newBuilder().setAccount("bob").setClientOrderId("my-1")).build());
        all.put("amend-order", OrderCommand.newBuilder().setTimeUs(13).setAmend(AmendOrder.newBuilder().setAccount("bob")
                .setOrderId(281_474_976_720_961L).setPrice(600_005).setPriceScale(1).setQuantity(25).setQuantityScale(2)).build());
        all.put("mass-cancel", OrderCommand.newBuilder().setTimeUs(14).setMassCancel(
                MassCancel.newBuilder().setAccount("bob").setSymbol("BTC-USD").setSide(Side.SIDE_SELL)).build());
    }

    private static void administration(Map<String, Message> all) {
        all.put("define-instrument", OrderCommand.newBuilder().setTimeUs(3)
                .setDefineInstrument(DefineInstrument.newBuilder().setInstrument(instrument())).build());
        all.put("define-instrument-with-volatility-band", OrderCommand.newBuilder().setTimeUs(15).setDefineInstrument(
                DefineInstrument.newBuilder().setInstrument(instrument().toBuilder().setVolatilityBandBps(500))).build());
        all.put("define-instrument-by-account", OrderCommand.newBuilder().setTimeUs(19).setDefineInstrument(
                DefineInstrument.newBuilder().setInstrument(instrument()).setAccount("admin")).build());
        all.put("set-trading-state-by-account", OrderCommand.newBuilder().setTimeUs(20).setSetTradingState(
                SetTradingState.newBuilder().setSymbol("BTC-USD").setState(TradingState.TRADING_STATE_CLOSED).setAccount("admin")).build());
        all.put("set-trading-state", OrderCommand.newBuilder().setTimeUs(4).setSetTradingState(
                SetTradingState.newBuilder().setSymbol("BTC-USD").setState(TradingState.TRADING_STATE_HALTED)).build());
        all.put("tick", OrderCommand.newBuilder().setTimeUs(5).setTick(Tick.getDefaultInstance()).build());
        all.put("tick-of-symbol", OrderCommand.newBuilder().setTimeUs(16).setTick(Tick.newBuilder().setSymbol("BTC-USD")).build());
        all.put("activate-engine-version", OrderCommand.newBuilder().setTimeUs(17).setActivateEngineVersion(
                ActivateEngineVersion.newBuilder().setVersion(2)).build());
        all.put("registered-instrument", RegisteredInstrument.newBuilder().setPartition(3).setInstrument(instrument()).build());
        all.put("registered-instrument-of-a-command", RegisteredInstrument.newBuilder().setPartition(3).setInstrument(instrument())
                .setInputOffset(1234567890123L).build());
        all.put("registered-instrument-of-a-time", RegisteredInstrument.newBuilder().setPartition(3).setInstrument(instrument())
                .setInputOffset(1234567890123L).setTimeUs(18).build());
    }

    private static void prices(Map<String, Message> all) {
        all.put("refresh-price", RefreshPrice.newBuilder().setSymbol("BTC-USD").setTimeUs(6)
                .setReason(RefreshReason.REFRESH_REASON_REQUEST).build());
        all.put("reads-of-price", RefreshPrice.newBuilder().setSymbol("BTC-USD").setTimeUs(17)
                .setReason(RefreshReason.REFRESH_REASON_READS).setReads(18).build());
        all.put("price-update-explained", PriceUpdate.newBuilder().setSymbol("BTC-USD").setScale(4).setPrice(600_000_000)
                .setConfidence(12_000).setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7)
                .setStatus(PriceStatus.PRICE_STATUS_DEGRADED).setTier(Tier.TIER_COLD).setSources(2).setAsked(3).setPublishedUs(19)
                .setCause(PublishCause.PUBLISH_CAUSE_DEVIATION)
                .addInputs(VenueInput.newBuilder().setVenue("binance").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_USED)
                        .setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7).setConvertedFrom("USDT"))
                .addInputs(VenueInput.newBuilder().setVenue("kraken").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_QUARANTINED)
                        .setBid(1).setAsk(2).setAsOfUs(3).setReason("far off"))
                .build());
        all.put("price-update", PriceUpdate.newBuilder().setSymbol("BTC-USD").setScale(4).setPrice(600_000_000).setConfidence(12_000)
                .setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7).setStatus(PriceStatus.PRICE_STATUS_FRESH).setTier(Tier.TIER_HOT)
                .setSources(3).addInputs(VenueInput.newBuilder().setVenue("kraken").setStatus(VenueInputStatus.VENUE_INPUT_STATUS_USED)
                        .setBid(599_990_000).setAsk(600_010_000).setAsOfUs(7).setReason(""))
                .build());
    }

    private static void snapshots(Map<String, Message> all) {
        SnapshotPosition position = SnapshotPosition.newBuilder().setNextOffset(60).setSequence(61).setTimeUs(62).setEngineVersion(1)
                .setChain(-63).build();
        SnapshotManifest manifest = SnapshotManifest.newBuilder().setFormatVersion(1).setPartition(3).setPosition(position).build();
        all.put("snapshot-manifest", SnapshotRecord.newBuilder().setSnapshotId(-64).setManifest(manifest).build());
        all.put("snapshot-chunk", SnapshotRecord.newBuilder().setSnapshotId(-64).setChunk(SnapshotChunk.newBuilder().setIndex(1)
                .setCrc(-65).setState(ByteString.copyFromUtf8("state"))).build());
        all.put("snapshot-end", SnapshotRecord.newBuilder().setSnapshotId(-64).setEnd(SnapshotEnd.newBuilder().setManifest(manifest)
                .setManifestOffset(66).setChunks(2).setBytes(67).setStateHash(ByteString.copyFromUtf8("hash"))
                .addKeptManifestOffsets(40).addKeptManifestOffsets(66)).build());
        all.put("snapshot-advance", SnapshotRecord.newBuilder().setSnapshotId(-64).setAdvance(SnapshotAdvance.newBuilder()
                .setEndOffset(68).setFormatVersion(1).setPosition(position)).build());
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

    private static Outcome outcomeOfEveryTerm() {
        return Outcome.newBuilder().setInputOffset(30).setSequence(31).setTimeUs(32).setSymbol("BTC-USD").setPriceScale(2)
                .setQuantityScale(5).setReject(RejectCode.REJECT_CODE_BOOK_FULL)
                .addOrders(OrderReport.newBuilder().setOrderId(33).setAccount("alice").setSide(Side.SIDE_BUY)
                        .setType(OrderType.ORDER_TYPE_TAKE_PROFIT_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setPrice(34)
                        .setQuantity(35).setExecutedQuantity(36).setStatus(OrderStatus.ORDER_STATUS_PENDING_TRIGGER)
                        .setLeavesQuantity(37).setStopPrice(38).setQuoteQuantity(39).setPostOnly(true).setDisplayQuantity(40)
                        .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_BOTH).setExpireTimeUs(41))
                .addOrders(OrderReport.newBuilder().setOrderId(42).setStatus(OrderStatus.ORDER_STATUS_EXPIRED_IN_MATCH))
                .addTrades(Trade.newBuilder().setTakerOrderId(33).setMakerOrderId(42).setTakerSide(Side.SIDE_BUY).setPrice(43)
                        .setQuantity(44).setTakerFee(45).setMakerFee(-46))
                .setTradingState(TradingState.TRADING_STATE_AUCTION).build();
    }
}
