// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

/**
 * What one partition of the view was made of. Kept beside its position and written in the same step as the first one.
 *
 * @param format how its values are written, from 1 on
 * @param log Kafka's id of the topic: one that was deleted and made again has another one
 */
public record ViewOrigin(int format, String log) {

    /** How this version writes values, and the only way that it reads them. */
    public static final int FORMAT = 1;

    /** Of what is written now. */
    public static ViewOrigin of(String log) {
        return new ViewOrigin(FORMAT, log);
    }

    /** The text that is kept in Redis. */
    public String stored() {
        return format + ":" + log;
    }

    /**
     * Reads {@link #stored}. Of another format only its number is sure to be right.
     *
     * @throws IllegalArgumentException if the text does not begin with the number of a format
     */
    public static ViewOrigin parse(String stored) {
        int colon = stored.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("not an origin of a view: '" + stored + "'");
        }
        return new ViewOrigin(Integer.parseInt(stored.substring(0, colon)), stored.substring(colon + 1));
    }
}
