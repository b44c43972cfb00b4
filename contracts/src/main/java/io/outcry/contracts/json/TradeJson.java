// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Trade;

/** The JSON of a public trade, as it is read and streamed. The symbol has been checked to need no escaping. */
public final class TradeJson {

    private TradeJson() {}

    /** Appends trade number {@code index} of the outcome. */
    public static StringBuilder append(StringBuilder out, Outcome outcome, int index) {
        Trade trade = outcome.getTrades(index);
        out.append("{\"tradeId\":\"").append(outcome.getSequence()).append('-').append(index);
        out.append("\",\"symbol\":\"").append(outcome.getSymbol());
        Decimals.append(out.append("\",\"price\":\""), trade.getPrice(), outcome.getPriceScale());
        Decimals.append(out.append("\",\"quantity\":\""), trade.getQuantity(), outcome.getQuantityScale());
        out.append("\",\"takerSide\":\"").append(OrderJson.SIDES.of(trade.getTakerSide()));
        out.append("\",\"sequence\":").append(outcome.getSequence());
        return out.append(",\"time\":").append(outcome.getTimeUs() / 1_000).append('}');
    }
}
