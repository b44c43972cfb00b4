// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.query.domain.Candle;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A candle as the view keeps and shows it: {@code [openTime,"open","high","low","close","volume",trades]}. */
public final class StoredCandle {

    private static final Pattern FORM = Pattern.compile(
            "\\[(\\d{1,18}),\"([0-9.]+)\",\"([0-9.]+)\",\"([0-9.]+)\",\"([0-9.]+)\",\"([0-9.]+)\",(\\d{1,18})]");
    private static final int VOLUME = 6;
    private static final int TRADES = 7;

    private StoredCandle() {}

    public static String json(Candle candle, int priceScale, int quantityScale) {
        StringBuilder out = new StringBuilder(112).append('[').append(candle.openTime());
        Decimals.append(out.append(",\""), candle.open(), priceScale);
        Decimals.append(out.append("\",\""), candle.high(), priceScale);
        Decimals.append(out.append("\",\""), candle.low(), priceScale);
        Decimals.append(out.append("\",\""), candle.close(), priceScale);
        out.append("\",\"").append(new BigDecimal(candle.volume(), quantityScale).toPlainString());
        return out.append("\",").append(candle.trades()).append(']').toString();
    }

    /** @throws IllegalArgumentException if the text is not one that {@link #json} makes at these scales */
    public static Candle parse(String json, int priceScale, int quantityScale) {
        Matcher form = FORM.matcher(json);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a stored candle: '" + json + "'");
        }
        int group = 1;
        return new Candle(
                Long.parseLong(form.group(group++)), Decimals.parse(form.group(group++), priceScale),
                Decimals.parse(form.group(group++), priceScale), Decimals.parse(form.group(group++), priceScale),
                Decimals.parse(form.group(group), priceScale),
                new BigDecimal(form.group(VOLUME)).setScale(quantityScale).unscaledValue(), Long.parseLong(form.group(TRADES)));
    }
}
