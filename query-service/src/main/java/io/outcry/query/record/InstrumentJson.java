// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.SafeText;

/** The JSON of an instrument: the fields with which it was defined, and its state. */
public final class InstrumentJson {

    private static final WireNames<Tier> TIERS = new WireNames<>(Tier.class, "TIER_");
    private static final WireNames<TradingState> STATES = new WireNames<>(TradingState.class, "TRADING_STATE_");
    /** Hundredths of a percent. */
    private static final int BAND_SCALE = 2;

    private InstrumentJson() {}

    /** @throws IllegalArgumentException if something in it has no public form */
    public static String of(Instrument instrument, TradingState state) {
        int priceScale = scale(instrument.getPriceScale());
        int quantityScale = scale(instrument.getQuantityScale());
        StringBuilder out = new StringBuilder(384);
        out.append("{\"symbol\":\"").append(SafeText.name("symbol", instrument.getSymbol()));
        out.append("\",\"baseAsset\":\"").append(SafeText.name("base asset", instrument.getBaseAsset()));
        out.append("\",\"quoteAsset\":\"").append(SafeText.name("quote asset", instrument.getQuoteAsset()));
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
        out.append(",\"tier\":\"").append(TIERS.of(instrument.getTier()));
        return out.append("\",\"state\":\"").append(STATES.of(state)).append("\"}").toString();
    }

    private static int scale(int scale) {
        if (scale < 0 || scale > Decimals.MAX_SCALE) {
            throw new IllegalArgumentException("scale " + scale);
        }
        return scale;
    }
}
