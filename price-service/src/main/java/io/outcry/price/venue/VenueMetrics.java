// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/** {@code outcry.price.polls} (counter by venue and result) and {@code outcry.price.poll} (timer of the calls that were made). */
final class VenueMetrics {

    private final MeterRegistry registry;

    /** What came of a call. */
    enum Result {
        OK,
        FAILED,
        TIMEOUT,
        /** Not made: the breaker is open. */
        BREAKER_OPEN,
        /** Not made: too many at once. */
        BULKHEAD_FULL,
        /** Given up, because the time of the whole round was over or the service stops. */
        UNASKED;

        private final String tag = name().toLowerCase(Locale.ROOT);

        private boolean wasMade() {
            return this == OK || this == FAILED || this == TIMEOUT;
        }
    }

    VenueMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void poll(String venue, Result result, long nanos) {
        registry.counter("outcry.price.polls", "venue", venue, "result", result.tag).increment();
        if (result.wasMade()) {
            registry.timer("outcry.price.poll", "venue", venue).record(Duration.ofNanos(nanos));
        }
    }
}
