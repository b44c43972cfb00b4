// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.math.BigInteger;

/**
 * What a symbol's trades of one interval come to. Prices and volume are integers at the symbol's scales; the volume of a day may need more
 * than 63 bits.
 *
 * @param openTime when its interval begins, milliseconds since the epoch
 * @param volume sum of the traded quantities, each trade once
 * @param trades how many
 */
public record Candle(long openTime, long open, long high, long low, long close, BigInteger volume, long trades) {

    /** The candle of one trade. */
    public static Candle first(long openTime, long price, long quantity) {
        return new Candle(openTime, price, price, price, price, BigInteger.valueOf(quantity), 1);
    }

    /** The candle with one more trade, the newest. */
    public Candle and(long price, long quantity) {
        return and(first(openTime, price, quantity));
    }

    /** The candle with those trades as well that {@code later} is of. */
    public Candle and(Candle later) {
        return new Candle(
                openTime, open, Math.max(high, later.high), Math.min(low, later.low), later.close, volume.add(later.volume),
                trades + later.trades);
    }

    /** The same of another interval. */
    public Candle openedAt(long millis) {
        return new Candle(millis, open, high, low, close, volume, trades);
    }
}
