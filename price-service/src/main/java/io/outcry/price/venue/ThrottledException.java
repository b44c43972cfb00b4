// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.time.Duration;

/** The venue said that it was asked too often, or that it does not want to be asked for a while (429, 418, or in its own words). */
public final class ThrottledException extends VenueException {

    /** Where the venue does not say how long. */
    static final Duration USUAL = Duration.ofSeconds(10);

    /** The longest ban that is documented; whoever says more is not believed. */
    static final Duration LONGEST = Duration.ofDays(3);

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** @param retryAfterSeconds not positive for unknown */
    public ThrottledException(String message, long retryAfterSeconds) {
        super(message);
        this.retryAfter = retryAfterSeconds <= 0 ? USUAL : Duration.ofSeconds(Math.min(retryAfterSeconds, LONGEST.toSeconds()));
    }

    /** How long to leave the venue alone; positive, at most three days. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
