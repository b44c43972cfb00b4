// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.Holding;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What an account holds of a symbol as the view keeps it: the numbers to go on from, and the JSON that is shown.
 *
 * @param holding the numbers
 * @param json the whole JSON
 */
public record StoredHolding(Holding holding, String json) {

    private static final int PARTS = 5;

    /** As of an outcome. */
    public static StoredHolding of(Holding holding, String symbol, int priceScale, int quantityScale, long sequence, long timeMillis) {
        StringBuilder out = new StringBuilder(192).append("{\"symbol\":\"").append(symbol);
        out.append("\",\"netQuantity\":\"").append(new BigDecimal(holding.quantity(), quantityScale).toPlainString());
        out.append("\",\"averagePrice\":");
        holding.averagePrice(priceScale)
                .ifPresentOrElse(price -> out.append('"').append(price.toPlainString()).append('"'), () -> out.append("null"));
        out.append(",\"realisedProfit\":\"").append(holding.realisedProfit(priceScale, quantityScale).toPlainString());
        out.append("\",\"fees\":\"").append(holding.feesPaid(priceScale, quantityScale).toPlainString());
        out.append("\",\"sequence\":").append(sequence).append(",\"asOf\":").append(timeMillis).append('}');
        return new StoredHolding(holding, out.toString());
    }

    /** The text that is kept in Redis. */
    public String stored() {
        return holding.quantity() + "|" + plain(holding.cost()) + "|" + plain(holding.realised()) + "|" + holding.fees() + "|" + json;
    }

    private static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }

    /** @throws IllegalArgumentException if the text is not one that {@link #stored} makes */
    public static StoredHolding parse(String stored) {
        String[] parts = stored.split("\\|", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("not a stored holding: '" + stored + "'");
        }
        return new StoredHolding(
                new Holding(new BigInteger(parts[0]), new BigDecimal(parts[1]), new BigDecimal(parts[2]), new BigInteger(parts[3])),
                parts[4]);
    }
}
