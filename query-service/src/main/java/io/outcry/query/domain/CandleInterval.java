// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.util.List;
import java.util.Optional;

/** The lengths that candles have. One begins at each multiple of its length since the epoch, so days are those of UTC. */
public enum CandleInterval {
    MINUTE("1m", 60_000),
    FIVE_MINUTES("5m", 300_000),
    FIFTEEN_MINUTES("15m", 900_000),
    HOUR("1h", 3_600_000),
    DAY("1d", 86_400_000);

    /** All of them, the shortest first. */
    public static final List<CandleInterval> ALL = List.of(values());

    private final String code;
    private final long millis;

    CandleInterval(String code, long millis) {
        this.code = code;
        this.millis = millis;
    }

    /** Its public name. */
    public String code() {
        return code;
    }

    /** How long one is. */
    public long millis() {
        return millis;
    }

    /** When the candle that holds {@code timeMillis} begins. */
    public long openTime(long timeMillis) {
        return Math.floorDiv(timeMillis, millis) * millis;
    }

    /** The interval called {@code code}, or nothing. */
    public static Optional<CandleInterval> of(String code) {
        return ALL.stream().filter(interval -> interval.code.equals(code)).findFirst();
    }
}
