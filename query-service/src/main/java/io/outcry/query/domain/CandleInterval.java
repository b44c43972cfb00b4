// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The lengths that candles have. One begins at each multiple of its length since the epoch, so days are those of UTC. */
public enum CandleInterval {
    MINUTE("1m", Duration.ofMinutes(1)),
    FIVE_MINUTES("5m", Duration.ofMinutes(5)),
    QUARTER("15m", Duration.ofMinutes(15)),
    HOUR("1h", Duration.ofHours(1)),
    DAY("1d", Duration.ofDays(1));

    /** All of them, the shortest first. */
    public static final List<CandleInterval> ALL = List.of(values());

    private final String code;
    private final long millis;

    CandleInterval(String code, Duration length) {
        this.code = code;
        this.millis = length.toMillis();
    }

    /** Its public name. */
    public String code() {
        return code;
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
