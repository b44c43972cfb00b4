// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code outcry.price.polls} (counter by venue and result), {@code outcry.price.poll} (timer of the calls that were made),
 * {@code outcry.price.weight} (what they cost, in the venue's unit), {@code outcry.price.feed.messages} (by venue and what became of them)
 * and {@code outcry.price.feed.quotes} (quotes that were taken from a socket instead of a call).
 */
final class VenueMetrics {

    private final MeterRegistry registry;

    /** What came of a call. */
    enum Result {
        OK,
        /** No answer, or one that says that there is none now. */
        FAILED,
        TIMEOUT,
        /** An answer that is not what was asked for: no JSON, too long, too deep, an error page. */
        MALFORMED,
        /** 429, 418 or the venue's words for it. */
        THROTTLED,
        /** Not made: the budget is spent, or the venue said when to come back. */
        OVER_BUDGET,
        /** Not made: the breaker is open. */
        BREAKER_OPEN,
        /** Not made: too many at once. */
        BULKHEAD_FULL,
        /** Given up, because the service stops. */
        UNASKED;

        private final String tag = name().toLowerCase(Locale.ROOT);

        private boolean wasMade() {
            return this == OK || this == FAILED || this == TIMEOUT || this == MALFORMED || this == THROTTLED;
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

    void weight(String venue, TokenBucket bucket) {
        FunctionCounter.builder("outcry.price.weight", bucket, TokenBucket::spent).tag("venue", venue).register(registry);
    }

    void feedMessage(String venue, String fate) {
        registry.counter("outcry.price.feed.messages", "venue", venue, "fate", fate).increment();
    }

    void feedQuotes(String venue, int count) {
        registry.counter("outcry.price.feed.quotes", "venue", venue).increment(count);
    }
}
