// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/** How many requests a venue takes from one address. Pure: time is an argument, so a virtual clock can drive days of it. */
public interface RateLimit {

    /**
     * What becomes of a request.
     *
     * @param status 200 if it is served; 429 if it is one too many; 418 if its sender is banned
     * @param retryAfterSeconds after which to come back; 0 where it is served, or where the venue does not say
     * @param used weight spent in the current window, this request included; 0 where the venue does not count so
     */
    record Decision(int status, long retryAfterSeconds, long used) {

        public boolean served() {
            return status == 200;
        }
    }

    /**
     * Counts a request.
     *
     * @param weight what the venue says it costs, at least 1
     * @param nowMillis not before that of the last call
     */
    Decision admit(int weight, long nowMillis);
}
