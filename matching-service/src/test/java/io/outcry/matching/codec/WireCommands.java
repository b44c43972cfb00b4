// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.contracts.v1.Tick;
import io.outcry.matching.domain.Command;

/** Commands as a gateway writes them. */
public final class WireCommands {

    private WireCommands() {}

    public static byte[] encode(Command command) {
        OrderCommand.Builder wire = OrderCommand.newBuilder().setTimeUs(command.timeUs());
        switch (command) {
            case Command.PlaceOrder place -> wire.setPlace(PlaceOrder.newBuilder()
                    .setAccount(place.account())
                    .setClientOrderId(place.clientOrderId())
                    .setSymbol(place.symbol())
                    .setSide(WireEnums.of(place.side()))
                    .setType(WireEnums.of(place.type()))
                    .setTimeInForce(WireEnums.of(place.timeInForce()))
                    .setPrice(place.price())
                    .setQuantity(place.quantity()));
            case Command.CancelOrder cancel ->
                wire.setCancel(CancelOrder.newBuilder().setAccount(cancel.account()).setOrderId(cancel.orderId()));
            case Command.DefineInstrument define ->
                wire.setDefineInstrument(DefineInstrument.newBuilder().setInstrument(encode(define.instrument())));
            case Command.SetTradingState set ->
                wire.setSetTradingState(SetTradingState.newBuilder().setSymbol(set.symbol()).setState(WireEnums.of(set.state())));
            case Command.Tick _ -> wire.setTick(Tick.getDefaultInstance());
        }
        return wire.build().toByteArray();
    }

    private static Instrument encode(io.outcry.matching.domain.Instrument rules) {
        return Instrument.newBuilder()
                .setSymbol(rules.symbol())
                .setBaseAsset(rules.baseAsset())
                .setQuoteAsset(rules.quoteAsset())
                .setPriceScale(rules.priceScale())
                .setQuantityScale(rules.quantityScale())
                .setTickSize(rules.tickSize())
                .setLotSize(rules.lotSize())
                .setMinQuantity(rules.minQuantity())
                .setMaxQuantity(rules.maxQuantity())
                .setMinNotional(rules.minNotional())
                .setPriceBandBps(rules.priceBandBps())
                .setMakerFeeBps(rules.makerFeeBps())
                .setTakerFeeBps(rules.takerFeeBps())
                .setTier(WireEnums.of(rules.tier()))
                .build();
    }
}
