// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.query.view.StoredPrice;
import java.nio.charset.StandardCharsets;

/**
 * The prices of the benchmark, with every field but the sequence at a place that is known.
 *
 * @param symbol number of the symbol
 * @param sequence of the symbol, from 1 without a gap
 * @param dueMillis when it was due
 */
record Quote(int symbol, long sequence, long dueMillis) {

    static final int EPOCH = 1;
    private static final String FIELDS =
            ",\"price\":\"60000.00\",\"confidence\":\"0.05\",\"bid\":\"59999.99\",\"ask\":\"60000.01\",\"asOf\":";
    /** Up to the number of conflated prices. */
    static final int CONFLATED_AT = open(0).length();
    /** From behind that number up to the time. */
    static final int TIME_AFTER = (",\"symbol\":\"S000\"" + FIELDS).length();
    static final int TIME_DIGITS = 13;
    /** Of the symbol's three digits. */
    static final int SYMBOL_AT = "{\"channel\":\"price:S".length();

    static String name(int symbol) {
        return "S" + symbol / 100 + symbol / 10 % 10 + symbol % 10;
    }

    private static String open(int symbol) {
        return "{\"channel\":\"price:" + name(symbol) + "\",\"type\":\"price\",\"epoch\":" + EPOCH + ",\"conflated\":";
    }

    StoredPrice stored() {
        return new StoredPrice(dueMillis, "HOT", "FRESH", 3, sequence, "{\"symbol\":\"" + name(symbol) + "\"" + FIELDS + dueMillis);
    }

    /** The message as the product sends it. */
    byte[] message() {
        StringBuilder json = new StringBuilder(320).append(open(symbol)).append("0,");
        int body = json.length();
        stored().appendJson(json, System.currentTimeMillis()).deleteCharAt(body);
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
