// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.Locale;

/** The venues that can be simulated. */
public enum SimulatedVenue {
    BINANCE(8091), COINBASE(8092), KRAKEN(8093);

    private final int usualPort;

    SimulatedVenue(int usualPort) {
        this.usualPort = usualPort;
    }

    /** Where the venue is when nobody says otherwise. */
    public int usualPort() {
        return usualPort;
    }

    /** The name in configuration, in lower case. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is no such venue */
    public static SimulatedVenue ofKey(String key) {
        for (SimulatedVenue venue : values()) {
            if (venue.key().equals(key)) {
                return venue;
            }
        }
        throw new IllegalArgumentException("no such venue: " + key);
    }
}
