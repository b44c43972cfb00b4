// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;

/** Writes outcomes of one partition as an engine would: one for each command, sequences without a gap. Prices in cents, quantities in hundredths. */
final class OutcomeScript {

    private final int partition;
    private final String symbol;
    private long input;
    private long sequence;
    private long timeMicros = System.currentTimeMillis() * 1_000;

    OutcomeScript(int partition, String symbol) {
        this.partition = partition;
        this.symbol = symbol;
    }

    int partition() {
        return partition;
    }

    String symbol() {
        return symbol;
    }

    /** Offset of the newest command. */
    long input() {
        return input - 1;
    }

    /** The token of the newest command, which is also the id of the order it placed. */
    long position() {
        return LogPosition.of(partition, input());
    }

    /** The id of the order that the next command places. */
    long nextOrderId() {
        return LogPosition.of(partition, input);
    }

    Outcome.Builder next() {
        return Outcome.newBuilder().setInputOffset(input++).setSequence(++sequence).setTimeUs(timeMicros++).setSymbol(symbol)
                .setPriceScale(2).setQuantityScale(2);
    }

    Outcome define() {
        return enter(TradingState.TRADING_STATE_TRADING).build();
    }

    /** The rules again, with a state. */
    Outcome.Builder enter(TradingState state) {
        return next().setInstrument(Instrument.newBuilder().setSymbol(symbol).setBaseAsset("BTC").setQuoteAsset("USD").setPriceScale(2)
                .setQuantityScale(2).setTickSize(1).setLotSize(1).setMinQuantity(1).setMaxQuantity(1_000_000).setMinNotional(100_000)
                .setPriceBandBps(1_000).setVolatilityBandBps(250).setMakerFeeBps(1).setTakerFeeBps(5).setTier(Tier.TIER_HOT))
                .setTradingState(state);
    }

    /** A limit order that rests; the level holds {@code levelQuantity} afterwards. */
    Outcome rest(String account, String clientOrderId, Side side, long price, long quantity, long levelQuantity) {
        long id = nextOrderId();
        return next().addOrders(report(id, account, clientOrderId, side, price, quantity, 0, OrderStatus.ORDER_STATUS_NEW))
                .addLevels(level(side, price, levelQuantity)).build();
    }

    /** A limit order that takes {@code quantity} at {@code price} from {@code maker}, of which {@code makerFilled} is then filled. */
    Outcome take(String account, Side side, long price, long quantity, OrderReport maker, long makerFilled, long levelQuantity) {
        long id = nextOrderId();
        OrderStatus makerStatus =
                makerFilled == maker.getQuantity() ? OrderStatus.ORDER_STATUS_FILLED : OrderStatus.ORDER_STATUS_PARTIALLY_FILLED;
        return next().addOrders(report(id, account, "", side, price, quantity, quantity, OrderStatus.ORDER_STATUS_FILLED))
                .addOrders(maker.toBuilder().setExecutedQuantity(makerFilled).setLeavesQuantity(maker.getQuantity() - makerFilled)
                        .setCumulativeQuoteLow(makerFilled * price)
                        .setStatus(makerStatus))
                .addTrades(Trade.newBuilder().setTakerOrderId(id).setMakerOrderId(maker.getOrderId()).setTakerSide(side).setPrice(price)
                        .setQuantity(quantity).setTakerFee(120_000).setMakerFee(-1))
                .addLevels(level(maker.getSide(), price, levelQuantity)).build();
    }

    Outcome cancel(OrderReport order) {
        return next().addOrders(order.toBuilder().setStatus(OrderStatus.ORDER_STATUS_CANCELED).setLeavesQuantity(0))
                .addLevels(level(order.getSide(), order.getPrice(), 0)).build();
    }

    Outcome reject(String account, String clientOrderId, RejectCode code) {
        long id = nextOrderId();
        return next().setReject(code)
                .addOrders(report(id, account, clientOrderId, Side.SIDE_BUY, 1, 1, 0, OrderStatus.ORDER_STATUS_REJECTED)).build();
    }

    /** A command that changed nothing. */
    Outcome nothing() {
        return next().build();
    }

    static OrderReport report(
            long id, String account, String clientOrderId, Side side, long price, long quantity, long executed, OrderStatus status) {
        return OrderReport.newBuilder().setOrderId(id).setAccount(account).setClientOrderId(clientOrderId).setSide(side)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(price).setQuantity(quantity)
                .setExecutedQuantity(executed).setLeavesQuantity(OrderJson.isOpen(status) ? quantity - executed : 0)
                .setCumulativeQuoteLow(executed * price).setStatus(status).build();
    }

    static LevelChange level(Side side, long price, long quantity) {
        return LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity).setOrders(1).build();
    }
}
