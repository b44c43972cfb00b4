// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.PriceStaleness;

/**
 * A price as the view keeps it: whole JSON but for what depends on the moment of reading.
 *
 * @param asOfMillis when the oldest quote that counted was made
 * @param tier HOT, MEDIUM or COLD
 * @param status what the aggregation said: FRESH, DEGRADED or SINGLE_SOURCE
 * @param sources venues that counted
 * @param sequence grows with each price of the partition
 * @param openJson the fields up to {@code asOf}, without the closing brace
 */
public record StoredPrice(long asOfMillis, String tier, String status, int sources, long sequence, String openJson) {

    private static final String STALE = "STALE";
    private static final int PARTS = 6;

    /** The text that is kept in Redis. */
    public String stored() {
        return asOfMillis + "|" + tier + "|" + status + "|" + sources + "|" + sequence + "|" + openJson;
    }

    /** @throws IllegalArgumentException if the text is not one that {@link #stored} makes */
    public static StoredPrice parse(String stored) {
        String[] parts = stored.split("\\|", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("not a stored price: '" + stored + "'");
        }
        return new StoredPrice(
                Long.parseLong(parts[0]), parts[1], parts[2], Integer.parseInt(parts[3]), Long.parseLong(parts[4]), parts[5]);
    }

    /** How old the price is at {@code nowMillis}. */
    public long ageMillis(long nowMillis) {
        return PriceStaleness.ageMillis(asOfMillis, nowMillis);
    }

    public boolean isStale(long nowMillis) {
        return PriceStaleness.isStale(tier, ageMillis(nowMillis));
    }

    /** Appends the whole JSON as it is true at {@code nowMillis}. */
    public StringBuilder appendJson(StringBuilder out, long nowMillis) {
        out.append(openJson).append(",\"ageMs\":").append(ageMillis(nowMillis));
        out.append(",\"tier\":\"").append(tier).append("\",\"status\":\"").append(isStale(nowMillis) ? STALE : status);
        return out.append("\",\"sources\":").append(sources).append(",\"sequence\":").append(sequence).append('}');
    }
}
