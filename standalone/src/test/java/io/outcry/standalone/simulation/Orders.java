// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import java.util.List;

/** What traders ask for: all kinds of orders at crowded prices, so that most of them meet. */
final class Orders {

    private static final List<String> ACCOUNTS = List.of("alice", "bob", "carol");
    private static final List<TradingState> STATES = List.of(
            TradingState.TRADING_STATE_AUCTION, TradingState.TRADING_STATE_HALTED, TradingState.TRADING_STATE_CANCEL_ONLY,
            TradingState.TRADING_STATE_TRADING, TradingState.TRADING_STATE_TRADING, TradingState.TRADING_STATE_TRADING);

    private static final int PRICE_SCALE = 2;
    private static final int QUANTITY_SCALE = 3;
    private static final int SCALED_PRICES = 7;

    private final Chance chance;

    Orders(Chance chance) {
        this.chance = chance;
    }

    static String symbol(int partition) {
        return "S" + partition + "-USD";
    }

    static OrderCommand define(int partition, long timeUs) {
        Instrument.Builder rules = Instrument.newBuilder()
                .setSymbol(symbol(partition)).setBaseAsset("S" + partition).setQuoteAsset("USD").setPriceScale(PRICE_SCALE)
                .setQuantityScale(QUANTITY_SCALE)
                .setTickSize(1).setLotSize(1).setMinQuantity(1).setMaxQuantity(1_000_000).setMakerFeeBps(10).setTakerFeeBps(20)
                .setTier(Tier.TIER_HOT);
        return OrderCommand.newBuilder().setTimeUs(timeUs).setDefineInstrument(DefineInstrument.newBuilder().setInstrument(rules)).build();
    }

    String account() {
        return chance.one(ACCOUNTS);
    }

    PlaceOrder place(int partition, String account, String clientOrderId, long timeUs) {
        PlaceOrder.Builder order = PlaceOrder.newBuilder()
                .setAccount(account).setClientOrderId(clientOrderId).setSymbol(symbol(partition))
                .setSide(chance.in(50) ? Side.SIDE_BUY : Side.SIDE_SELL)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(price()).setQuantity(chance.between(1, 20))
                .setSelfTradePrevention(SelfTradePrevention.forNumber(chance.between(0, 5)));
        switch (chance.between(0, 11)) {
            case 0 -> order.setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC);
            case 1 -> order.setTimeInForce(TimeInForce.TIME_IN_FORCE_FOK);
            case 2 -> order.setType(OrderType.ORDER_TYPE_MARKET).setPrice(0).setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC);
            case 3 -> order.setType(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT).setStopPrice(price());
            case 4 -> order.setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD).setExpireTimeUs(timeUs + chance.between(1, 6_000) * 1_000L);
            case 5 -> order.setDisplayQuantity(chance.between(1, 5)).setQuantity(chance.between(5, 40));
            case 6 -> order.setPostOnly(true);
            case 7 -> order.setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY);
            default -> {}
        }
        return order.build();
    }

    /**
     * The command that places an order. At some prices it has digits of its own, half of the time one more than its symbol has; a repeat is
     * written as it was.
     */
    static OrderCommand.Builder placement(PlaceOrder order) {
        if (order.getPrice() % SCALED_PRICES != 0 || order.getPrice() == 0) {
            return OrderCommand.newBuilder().setPlace(order);
        }
        PlaceOrder finer = order.toBuilder()
                .setPrice(order.getPrice() * 10 + order.getQuantity() % 2)
                .setStopPrice(order.getStopPrice() * 10)
                .build();
        return OrderCommand.newBuilder().setPlaceScaled(
                PlaceScaledOrder.newBuilder().setOrder(finer).setPriceScale(PRICE_SCALE + 1).setQuantityScale(QUANTITY_SCALE));
    }

    private int price() {
        return chance.between(95, 105);
    }

    OrderCommand.Builder cancel(String account, long orderId, String clientOrderId) {
        CancelOrder.Builder cancel = CancelOrder.newBuilder().setAccount(account);
        return OrderCommand.newBuilder().setCancel(chance.in(50) ? cancel.setOrderId(orderId) : cancel.setClientOrderId(clientOrderId));
    }

    OrderCommand.Builder amend(String account, long orderId) {
        return OrderCommand.newBuilder().setAmend(AmendOrder.newBuilder()
                .setAccount(account).setOrderId(orderId).setPrice(chance.in(50) ? price() : 0).setPriceScale(PRICE_SCALE)
                .setQuantity(chance.between(1, 20)).setQuantityScale(QUANTITY_SCALE));
    }

    OrderCommand.Builder massCancel(int partition, String account) {
        return OrderCommand.newBuilder().setMassCancel(MassCancel.newBuilder()
                .setAccount(account).setSymbol(symbol(partition)).setSide(Side.forNumber(chance.between(0, 2))));
    }

    OrderCommand.Builder enter(int partition) {
        return OrderCommand.newBuilder()
                .setSetTradingState(SetTradingState.newBuilder().setSymbol(symbol(partition)).setState(chance.one(STATES)));
    }
}
