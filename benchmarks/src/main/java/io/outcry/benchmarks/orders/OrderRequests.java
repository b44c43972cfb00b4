// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.http.Requests;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Orders of one symbol as HTTP requests: 25 % market, 50 % limit, 15 % immediate-or-cancel, 10 % fill-or-kill. Prices are spread evenly over
 * 59,900.00 to 60,100.00 and quantities over 0.1 to 2.0; buys and sells alternate, and each order has a clientOrderId of its own.
 */
final class OrderRequests {

    static final String SYMBOL = "BTC-USD";
    static final String ORDERS = "/api/v1/orders";

    /** Traders, who send requests in turn. */
    static final String[] KEYS = {"benchmark-alice", "benchmark-bob"};

    private static final int LOWEST_PRICE_CENTS = 5_990_000;
    private static final int PRICES = 20_001;
    private static final int LEAST_QUANTITY_LOTS = 10_000;
    private static final int QUANTITIES = 190_001;
    private static final int CENTS = 100;
    private static final int LOTS = 100_000;

    private final SplittableRandom random;
    private long orders;
    private long requests;

    OrderRequests(long seed) {
        random = new SplittableRandom(seed);
    }

    /** One order in each request. */
    Requests single() {
        return () -> {
            StringBuilder body = new StringBuilder(256);
            order(body);
            return request(ORDERS, body);
        };
    }

    /** So many orders in each request. */
    Requests batches(int size) {
        return () -> {
            StringBuilder body = new StringBuilder(256 * size).append("{\"orders\":[");
            for (int i = 0; i < size; i++) {
                if (i > 0) {
                    body.append(',');
                }
                order(body);
            }
            return request(ORDERS + "/batch", body.append("]}"));
        };
    }

    private byte[] request(String path, StringBuilder body) {
        String key = KEYS[(int) (requests++ / 2 % KEYS.length)];
        return ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void order(StringBuilder body) {
        long number = orders++;
        int draw = random.nextInt(100);
        body.append("{\"symbol\":\"").append(SYMBOL).append("\",\"side\":\"").append(number % 2 == 0 ? "BUY" : "SELL");
        if (draw < 25) {
            body.append("\",\"type\":\"MARKET\"");
        } else {
            body.append("\",\"type\":\"LIMIT\",\"timeInForce\":\"").append(draw < 75 ? "GTC" : draw < 90 ? "IOC" : "FOK")
                    .append("\",\"price\":\"");
            decimal(body, LOWEST_PRICE_CENTS + random.nextInt(PRICES), CENTS);
            body.append('"');
        }
        body.append(",\"quantity\":\"");
        decimal(body, LEAST_QUANTITY_LOTS + random.nextInt(QUANTITIES), LOTS);
        body.append("\",\"clientOrderId\":\"order-").append(number).append("\"}");
    }

    /** @param unit how many make a whole: a power of ten */
    private static void decimal(StringBuilder body, int value, int unit) {
        String parts = String.valueOf(unit + value % unit);
        body.append(value / unit).append('.').append(parts, 1, parts.length());
    }
}
