// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.decimal.Decimals;

/** A book level as JSON: {@code ["price","quantity"]}. */
public final class LevelJson {

    private LevelJson() {}

    public static String of(long price, int priceScale, long quantity, int quantityScale) {
        return append(new StringBuilder(48), price, priceScale, quantity, quantityScale).toString();
    }

    public static StringBuilder append(StringBuilder out, long price, int priceScale, long quantity, int quantityScale) {
        Decimals.append(out.append("[\""), price, priceScale).append("\",\"");
        return Decimals.append(out, quantity, quantityScale).append("\"]");
    }
}
