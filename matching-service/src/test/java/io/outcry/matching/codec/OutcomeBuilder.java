// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Trade;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.LevelChanges;
import io.outcry.matching.domain.OrderReports;
import io.outcry.matching.domain.Trades;

/** Outcomes by way of protobuf's own builders: slower than {@link OutcomeEncoder}, and the measure of what it writes. */
final class OutcomeBuilder {

    private OutcomeBuilder() {}

    static byte[] encode(CommandOutcome outcome) {
        Outcome.Builder wire = Outcome.newBuilder()
                .setInputOffset(outcome.inputOffset())
                .setSequence(outcome.sequence())
                .setTimeUs(outcome.timeUs())
                .setSymbol(outcome.symbol())
                .setPriceScale(outcome.priceScale())
                .setQuantityScale(outcome.quantityScale())
                .setReject(WireEnums.of(outcome.reject()))
                .setRepeatOfSequence(outcome.repeatOfSequence())
                .setRepeatOfTimeUs(outcome.repeatOfTimeUs())
                .setStopsActivated(outcome.stopsActivated())
                .setEngineVersion(outcome.engineVersion());
        addOrders(outcome.orders(), wire);
        addTrades(outcome.trades(), wire);
        addLevels(outcome.levels(), wire);
        var instrument = outcome.instrument();
        if (instrument != null) {
            wire.setInstrument(instrument(instrument));
        }
        var state = outcome.tradingState();
        if (state != null) {
            wire.setTradingState(WireEnums.of(state));
        }
        if (outcome.inAuction()) {
            wire.setAuction(AuctionIndication.newBuilder()
                    .setPrice(outcome.indicativePrice())
                    .setVolume(outcome.indicativeVolume())
                    .setImbalance(outcome.indicativeImbalance()));
        }
        return wire.build().toByteArray();
    }

    private static void addOrders(OrderReports orders, Outcome.Builder wire) {
        for (int i = 0; i < orders.size(); i++) {
            var order = orders.get(i);
            wire.addOrders(OrderReport.newBuilder()
                    .setOrderId(order.orderId())
                    .setAccount(order.account())
                    .setClientOrderId(order.clientOrderId())
                    .setSide(WireEnums.of(order.side()))
                    .setType(WireEnums.of(order.type()))
                    .setTimeInForce(WireEnums.of(order.timeInForce()))
                    .setPrice(order.price())
                    .setQuantity(order.quantity())
                    .setExecutedQuantity(order.executedQuantity())
                    .setCumulativeQuoteHigh(order.cumulativeQuoteHigh())
                    .setCumulativeQuoteLow(order.cumulativeQuoteLow())
                    .setStatus(WireEnums.of(order.status()))
                    .setLeavesQuantity(order.leavesQuantity())
                    .setStopPrice(order.stopPrice())
                    .setQuoteQuantity(order.quoteQuantity())
                    .setPostOnly(order.postOnly())
                    .setDisplayQuantity(order.displayQuantity())
                    .setSelfTradePrevention(WireEnums.of(order.selfTradePrevention()))
                    .setExpireTimeUs(order.expireTimeUs()));
        }
    }

    private static void addTrades(Trades trades, Outcome.Builder wire) {
        for (int i = 0; i < trades.size(); i++) {
            wire.addTrades(Trade.newBuilder()
                    .setTakerOrderId(trades.takerOrderId(i))
                    .setMakerOrderId(trades.makerOrderId(i))
                    .setTakerSide(WireEnums.of(trades.takerSide(i)))
                    .setPrice(trades.price(i))
                    .setQuantity(trades.quantity(i))
                    .setTakerFee(trades.takerFee(i))
                    .setMakerFee(trades.makerFee(i)));
        }
    }

    private static void addLevels(LevelChanges levels, Outcome.Builder wire) {
        for (int i = 0; i < levels.size(); i++) {
            wire.addLevels(LevelChange.newBuilder()
                    .setSide(WireEnums.of(levels.side(i)))
                    .setPrice(levels.price(i))
                    .setQuantity(levels.quantity(i))
                    .setOrders(levels.orders(i)));
        }
    }

    private static io.outcry.contracts.v1.Instrument instrument(Instrument instrument) {
        return io.outcry.contracts.v1.Instrument.newBuilder()
                .setSymbol(instrument.symbol())
                .setBaseAsset(instrument.baseAsset())
                .setQuoteAsset(instrument.quoteAsset())
                .setPriceScale(instrument.priceScale())
                .setQuantityScale(instrument.quantityScale())
                .setTickSize(instrument.tickSize())
                .setLotSize(instrument.lotSize())
                .setMinQuantity(instrument.minQuantity())
                .setMaxQuantity(instrument.maxQuantity())
                .setMinNotional(instrument.minNotional())
                .setPriceBandBps(instrument.priceBandBps())
                .setMakerFeeBps(instrument.makerFeeBps())
                .setTakerFeeBps(instrument.takerFeeBps())
                .setTier(WireEnums.of(instrument.tier()))
                .setVolatilityBandBps(instrument.volatilityBandBps())
                .setMaxOpenOrders(instrument.maxOpenOrders())
                .build();
    }
}
