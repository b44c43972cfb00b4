// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.TradingState;
import io.outcry.order.domain.InstrumentRules;
import java.util.Optional;

/** The JSON of an instrument's rules and state. */
public final class InstrumentJson {

    public static final WireNames<TradingState> STATES = new WireNames<>(TradingState.class, "TRADING_STATE_");

    private InstrumentJson() {}

    /** @param state unknown where the engine changed nothing and so did not say it */
    public static String of(InstrumentRules rules, Optional<TradingState> state) {
        int priceScale = rules.priceScale();
        int quantityScale = rules.quantityScale();
        StringBuilder out = new StringBuilder(384);
        out.append("{\"symbol\":\"").append(rules.symbol());
        out.append("\",\"baseAsset\":\"").append(rules.baseAsset());
        out.append("\",\"quoteAsset\":\"").append(rules.quoteAsset());
        out.append("\",\"priceScale\":").append(priceScale);
        out.append(",\"quantityScale\":").append(quantityScale);
        Decimals.append(out.append(",\"tickSize\":\""), rules.tickSize(), priceScale);
        Decimals.append(out.append("\",\"lotSize\":\""), rules.lotSize(), quantityScale);
        Decimals.append(out.append("\",\"minQuantity\":\""), rules.minQuantity(), quantityScale);
        Decimals.append(out.append("\",\"maxQuantity\":\""), rules.maxQuantity(), quantityScale);
        out.append("\",\"minNotional\":\"")
                .append(Decimals.formatWide(0, rules.minNotional(), priceScale + quantityScale, priceScale));
        Decimals.append(out.append("\",\"priceBandPercent\":\""), rules.priceBandBps(), 2);
        Decimals.append(out.append("\",\"volatilityBandPercent\":\""), rules.volatilityBandBps(), 2);
        out.append("\",\"makerFeeBps\":").append(rules.makerFeeBps());
        out.append(",\"takerFeeBps\":").append(rules.takerFeeBps());
        out.append(",\"tier\":\"").append(rules.tier()).append('"');
        state.ifPresent(known -> out.append(",\"state\":\"").append(STATES.of(known)).append('"'));
        return out.append('}').toString();
    }
}
