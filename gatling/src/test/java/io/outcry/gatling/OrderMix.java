// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * An endless sequence of orders: 25 % market, 50 % limit, 15 % immediate-or-cancel, 10 % fill-or-kill.
 *
 * <p>Prices are spread evenly over 59,900 to 60,100 and quantities over 0.1 to 2.0, rounded down to tick and lot. Of every
 * four orders each account buys once and sells once. Each element holds {@code kind}, {@code authorization} and {@code body}.
 */
final class OrderMix implements Iterator<Map<String, Object>> {

    static final String SYMBOL = "BTC-USD";
    static final String MARKET = "market";

    private static final int LOWEST_PRICE = 59_900;
    private static final int PRICE_RANGE = 200;
    private static final BigDecimal LEAST_QUANTITY = new BigDecimal("0.1");
    private static final BigDecimal QUANTITY_RANGE = new BigDecimal("1.9");

    private final SplittableRandom random;
    private final Market market;
    private final String aliceKey;
    private final String bobKey;
    private final String idPrefix;
    private long next;

    /** @param idPrefix begins every clientOrderId; another one for each use of the same server, at most 16 characters */
    OrderMix(long seed, Market market, Settings settings, String idPrefix) {
        this.random = new SplittableRandom(seed);
        this.market = market;
        this.aliceKey = settings.aliceKey();
        this.bobKey = settings.bobKey();
        this.idPrefix = idPrefix;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public synchronized Map<String, Object> next() {
        long number = next++;
        String side = number % 2 == 0 ? "BUY" : "SELL";
        String key = number / 2 % 2 == 0 ? aliceKey : bobKey;
        int draw = random.nextInt(100);
        BigDecimal price = onGrid(BigDecimal.valueOf(LOWEST_PRICE + PRICE_RANGE * random.nextDouble()), market.tickSize());
        BigDecimal quantity = onGrid(
                LEAST_QUANTITY.add(QUANTITY_RANGE.multiply(BigDecimal.valueOf(random.nextDouble()))), market.lotSize());
        String kind = draw < 25 ? MARKET : draw < 75 ? "limit" : draw < 90 ? "ioc" : "fok";
        String body = "{\"symbol\":\"" + SYMBOL + "\",\"side\":\"" + side + "\",\"quantity\":\"" + quantity.toPlainString()
                + "\",\"clientOrderId\":\"" + idPrefix + '-' + number + "\"," + terms(kind, price) + '}';
        return Map.of("kind", kind, "authorization", "Bearer " + key, "body", body);
    }

    private static String terms(String kind, BigDecimal price) {
        return switch (kind) {
            case MARKET -> "\"type\":\"MARKET\"";
            case "limit" -> limit("GTC", price);
            case "ioc" -> limit("IOC", price);
            default -> limit("FOK", price);
        };
    }

    private static String limit(String timeInForce, BigDecimal price) {
        return "\"type\":\"LIMIT\",\"timeInForce\":\"" + timeInForce + "\",\"price\":\"" + price.toPlainString() + '"';
    }

    private static BigDecimal onGrid(BigDecimal value, BigDecimal step) {
        return value.divideToIntegralValue(step).multiply(step).setScale(Math.max(step.scale(), 0), RoundingMode.UNNECESSARY);
    }
}
