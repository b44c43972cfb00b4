// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.contracts.v1.Instrument;
import io.outcry.order.domain.InstrumentRules;
import io.outcry.order.domain.Tier;

/** An instrument's rules as a message and back. */
public final class InstrumentMessages {

    private InstrumentMessages() {}

    public static Instrument toMessage(InstrumentRules rules) {
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
                .setVolatilityBandBps(rules.volatilityBandBps())
                .setMakerFeeBps(rules.makerFeeBps())
                .setTakerFeeBps(rules.takerFeeBps())
                .setMaxOpenOrders(rules.maxOpenOrders())
                .setTier(switch (rules.tier()) {
                    case HOT -> io.outcry.contracts.v1.Tier.TIER_HOT;
                    case MEDIUM -> io.outcry.contracts.v1.Tier.TIER_MEDIUM;
                    case COLD -> io.outcry.contracts.v1.Tier.TIER_COLD;
                })
                .build();
    }

    /** @throws IllegalArgumentException if the message lacks what every check divides by */
    static InstrumentRules toRules(Instrument message) {
        if (message.getSymbol().isEmpty() || message.getTickSize() < 1 || message.getLotSize() < 1) {
            throw new IllegalArgumentException("an instrument without symbol, tick or lot: " + message.getSymbol());
        }
        return new InstrumentRules(
                message.getSymbol(),
                message.getBaseAsset(),
                message.getQuoteAsset(),
                message.getPriceScale(),
                message.getQuantityScale(),
                message.getTickSize(),
                message.getLotSize(),
                message.getMinQuantity(),
                message.getMaxQuantity(),
                message.getMinNotional(),
                message.getPriceBandBps(),
                message.getVolatilityBandBps(),
                message.getMakerFeeBps(),
                message.getTakerFeeBps(),
                message.getMaxOpenOrders(),
                switch (message.getTier()) {
                    case TIER_HOT -> Tier.HOT;
                    case TIER_MEDIUM -> Tier.MEDIUM;
                    default -> Tier.COLD;
                });
    }
}
