// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TradingState;
import java.util.Optional;

/** The JSON of an instrument: the fields with which it was defined, and its state. */
public final class InstrumentJson {

    /** Public names of the states. */
    public static final WireNames<TradingState> STATES = new WireNames<>(TradingState.class, "TRADING_STATE_");

    private static final WireNames<Tier> TIERS = new WireNames<>(Tier.class, "TIER_");

    /** Hundredths of a percent. */
    private static final int BAND_SCALE = 2;

    private InstrumentJson() {}

    /**
     * Names go into it as they are.
     *
     * @param state left out if it is not known
     * @throws IllegalArgumentException if the tier or the state has no public name
     */
    public static String of(Instrument instrument, Optional<TradingState> state) {
        int priceScale = instrument.getPriceScale();
        int quantityScale = instrument.getQuantityScale();
        StringBuilder out = new StringBuilder(384);
        out.append("{\"symbol\":\"").append(instrument.getSymbol());
        out.append("\",\"baseAsset\":\"").append(instrument.getBaseAsset());
        out.append("\",\"quoteAsset\":\"").append(instrument.getQuoteAsset());
        out.append("\",\"priceScale\":").append(priceScale);
        out.append(",\"quantityScale\":").append(quantityScale);
        Decimals.append(out.append(",\"tickSize\":\""), instrument.getTickSize(), priceScale);
        Decimals.append(out.append("\",\"lotSize\":\""), instrument.getLotSize(), quantityScale);
        Decimals.append(out.append("\",\"minQuantity\":\""), instrument.getMinQuantity(), quantityScale);
        Decimals.append(out.append("\",\"maxQuantity\":\""), instrument.getMaxQuantity(), quantityScale);
        out.append("\",\"minNotional\":\"")
                .append(Decimals.formatWide(0, instrument.getMinNotional(), priceScale + quantityScale, priceScale));
        Decimals.append(out.append("\",\"priceBandPercent\":\""), instrument.getPriceBandBps(), BAND_SCALE);
        Decimals.append(out.append("\",\"volatilityBandPercent\":\""), instrument.getVolatilityBandBps(), BAND_SCALE);
        out.append("\",\"makerFeeBps\":").append(instrument.getMakerFeeBps());
        out.append(",\"takerFeeBps\":").append(instrument.getTakerFeeBps());
        if (instrument.getMaxOpenOrders() != 0) {
            out.append(",\"maxOpenOrders\":").append(instrument.getMaxOpenOrders());
        }
        out.append(",\"tier\":\"").append(TIERS.of(instrument.getTier())).append('"');
        state.ifPresent(known -> out.append(",\"state\":\"").append(STATES.of(known)).append('"'));
        return out.append('}').toString();
    }
}
