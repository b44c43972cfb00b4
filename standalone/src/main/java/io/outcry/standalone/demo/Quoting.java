// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What the demo traders order on one instrument, given its price and a source of chance.
 *
 * @param symbol the instrument
 * @param tickSize prices are multiples of it
 * @param lotSize quantities are multiples of it
 */
record Quoting(String symbol, BigDecimal tickSize, BigDecimal lotSize) {

    private static final double NEAREST = 0.000_2;
    private static final double FARTHEST = 0.003;
    private static final double SMALLEST_NOTIONAL = 200;
    private static final double LARGEST_NOTIONAL = 5_000;

    /** A limit order 2 to 30 basis points away from the price. */
    Map<String, Object> quote(boolean buy, BigDecimal price, RandomGenerator random) {
        double distance = NEAREST + (FARTHEST - NEAREST) * random.nextDouble();
        BigDecimal limit = multiple(price.multiply(BigDecimal.valueOf(1 + (buy ? -distance : distance))), tickSize);
        Map<String, Object> order = order(buy, "LIMIT", price, random, 1);
        order.put("price", limit.max(tickSize).toPlainString());
        return order;
    }

    /** A market order of a quarter of a quote's size. */
    Map<String, Object> take(boolean buy, BigDecimal price, RandomGenerator random) {
        return order(buy, "MARKET", price, random, 0.25);
    }

    private Map<String, Object> order(boolean buy, String type, BigDecimal price, RandomGenerator random, double share) {
        double notional = share * (SMALLEST_NOTIONAL + (LARGEST_NOTIONAL - SMALLEST_NOTIONAL) * random.nextDouble());
        BigDecimal quantity = multiple(BigDecimal.valueOf(notional).divide(price, MathContext.DECIMAL64), lotSize);
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("symbol", symbol);
        order.put("side", buy ? "BUY" : "SELL");
        order.put("type", type);
        order.put("quantity", quantity.max(lotSize).toPlainString());
        return order;
    }

    private static BigDecimal multiple(BigDecimal value, BigDecimal step) {
        return value.divide(step, 0, RoundingMode.HALF_EVEN).multiply(step);
    }
}
