// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code outcry.price.polls} (counter by venue and result), {@code outcry.price.poll} (timer of the calls that were made),
 * {@code outcry.price.weight} (what they cost, in the venue's unit), {@code outcry.price.feed.messages} (by venue and what became of them)
 * and {@code outcry.price.feed.quotes} (quotes that were taken from a socket instead of a call).
 */
final class VenueMetrics {

    private final MeterRegistry registry;
    private final MeterProvider<Counter> polls;
    private final MeterProvider<Timer> poll;
    private final MeterProvider<Counter> feedMessages;
    private final MeterProvider<Counter> feedQuotes;

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
        polls = Counter.builder("outcry.price.polls")
                .description("Calls to a venue, also those that were not made, by what came of them")
                .withRegistry(registry);
        poll = Timer.builder("outcry.price.poll")
                .description("How long a call to a venue took, of those that were made")
                .withRegistry(registry);
        feedMessages = Counter.builder("outcry.price.feed.messages")
                .description("Messages that a venue's sockets brought, by what became of them")
                .withRegistry(registry);
        feedQuotes = Counter.builder("outcry.price.feed.quotes")
                .description("Quotes that were taken from a venue's socket instead of a call")
                .withRegistry(registry);
    }

    void poll(String venue, Result result, long nanos) {
        polls.withTags("venue", venue, "result", result.tag).increment();
        if (result.wasMade()) {
            poll.withTag("venue", venue).record(Duration.ofNanos(nanos));
        }
    }

    void weight(String venue, TokenBucket bucket) {
        FunctionCounter.builder("outcry.price.weight", bucket, TokenBucket::spent)
                .description("What the calls to a venue have cost of its limit, in the venue's own unit")
                .tag("venue", venue)
                .register(registry);
    }

    void feedMessage(String venue, String fate) {
        feedMessages.withTags("venue", venue, "fate", fate).increment();
    }

    void feedQuotes(String venue, int count) {
        feedQuotes.withTag("venue", venue).increment(count);
    }
}
