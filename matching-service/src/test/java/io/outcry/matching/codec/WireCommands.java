// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.ActivateEngineVersion;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tick;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;

/** Commands as a gateway writes them, about {@code BTC-USD} where nothing else is said. */
public final class WireCommands {

    public static final String SYMBOL = "BTC-USD";

    private WireCommands() {}

    /** Whole prices and quantities up to a million, fees of 10 and 20 hundredths of a percent, nothing forbidden. */
    public static Instrument.Builder rules() {
        return Instrument.newBuilder()
                .setSymbol(SYMBOL)
                .setBaseAsset("BTC")
                .setQuoteAsset("USD")
                .setPriceScale(2)
                .setQuantityScale(5)
                .setTickSize(1)
                .setLotSize(1)
                .setMinQuantity(1)
                .setMaxQuantity(1_000_000)
                .setMakerFeeBps(10)
                .setTakerFeeBps(20)
                .setTier(Tier.TIER_HOT);
    }

    public static OrderCommand define(long timeUs, Instrument.Builder rules) {
        return at(timeUs).setDefineInstrument(DefineInstrument.newBuilder().setInstrument(rules)).build();
    }

    /** A GTC limit order, to be changed before it is placed. */
    public static PlaceOrder.Builder limit(String account, Side side, long quantity, long price) {
        return PlaceOrder.newBuilder()
                .setAccount(account)
                .setSymbol(SYMBOL)
                .setSide(side)
                .setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(price)
                .setQuantity(quantity);
    }

    /** A market order, to be changed before it is placed. */
    public static PlaceOrder.Builder market(String account, Side side, long quantity) {
        return limit(account, side, quantity, 0)
                .setType(OrderType.ORDER_TYPE_MARKET)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC);
    }

    public static OrderCommand place(long timeUs, PlaceOrder.Builder order) {
        return at(timeUs).setPlace(order).build();
    }

    public static OrderCommand placeScaled(long timeUs, PlaceOrder.Builder order, int priceScale, int quantityScale) {
        return at(timeUs).setPlaceScaled(PlaceScaledOrder.newBuilder()
                .setOrder(order)
                .setPriceScale(priceScale)
                .setQuantityScale(quantityScale)).build();
    }

    public static OrderCommand cancel(long timeUs, String account, long orderId) {
        return at(timeUs).setCancel(CancelOrder.newBuilder().setAccount(account).setOrderId(orderId)).build();
    }

    public static OrderCommand cancel(long timeUs, String account, String clientOrderId) {
        return at(timeUs).setCancel(CancelOrder.newBuilder().setAccount(account).setClientOrderId(clientOrderId)).build();
    }

    public static OrderCommand amend(long timeUs, AmendOrder.Builder amendment) {
        return at(timeUs).setAmend(amendment).build();
    }

    public static OrderCommand massCancel(long timeUs, String account, String symbol, Side side) {
        return at(timeUs)
                .setMassCancel(MassCancel.newBuilder().setAccount(account).setSymbol(symbol).setSide(side))
                .build();
    }

    public static OrderCommand enter(long timeUs, String symbol, TradingState state) {
        return at(timeUs).setSetTradingState(SetTradingState.newBuilder().setSymbol(symbol).setState(state)).build();
    }

    public static OrderCommand tick(long timeUs, String symbol) {
        return at(timeUs).setTick(Tick.newBuilder().setSymbol(symbol)).build();
    }

    public static OrderCommand activate(long timeUs, int version) {
        return at(timeUs).setActivateEngineVersion(ActivateEngineVersion.newBuilder().setVersion(version)).build();
    }

    private static OrderCommand.Builder at(long timeUs) {
        return OrderCommand.newBuilder().setTimeUs(timeUs);
    }
}
