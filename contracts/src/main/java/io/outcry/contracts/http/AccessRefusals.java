// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is not let in, and why: counted as {@code outcry.access.refused}, and wrong credentials told at most once a minute, for a key may be
 * guessed at, or an account's key may have been forgotten in a client. Safe for use by many threads.
 */
final class AccessRefusals {

    private static final Logger LOG = LoggerFactory.getLogger(AccessRefusals.class);
    private static final long NANOS_BETWEEN_LINES = TimeUnit.MINUTES.toNanos(1);

    private final Map<Reason, Counter> counts = new EnumMap<>(Reason.class);
    private final LongSupplier nanoTime;
    private final LongAdder untold = new LongAdder();
    private final AtomicLong nextLineNanos;

    /** Its tag in the counter's series. */
    enum Reason {
        /** There is none, or no {@code Bearer}. */
        NO_CREDENTIAL("no-credential", false),
        UNKNOWN_KEY("unknown-key", true),
        /** Not to be read, of another issuer, for somebody else, not valid yet, without an account, or by a key that the issuer has not. */
        INVALID_TOKEN("invalid-token", true),
        /** By what it says itself, whoever has signed it. */
        EXPIRED_TOKEN("expired-token", false),
        WRONG_SIGNATURE("wrong-signature", true),
        /** Nobody looked, since too many wrong signatures had come. */
        NOT_LOOKED_AT("not-looked-at", true),
        /** A right one that does not permit what was asked. */
        NO_SCOPE("no-scope", false);

        private final String tag;
        private final boolean wrong;

        Reason(String tag, boolean wrong) {
            this.tag = tag;
            this.wrong = wrong;
        }
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    AccessRefusals(MeterRegistry registry, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        nextLineNanos = new AtomicLong(nanoTime.getAsLong());
        // There from the start, so that the first one is an increase.
        for (Reason reason : Reason.values()) {
            counts.put(reason, Counter.builder("outcry.access.refused")
                    .description("Requests that were not let in, by what was wrong with their credentials")
                    .tag("reason", reason.tag)
                    .register(registry));
        }
    }

    /** The refusal of a request with {@code problem}, which is counted. */
    ApiException of(Reason reason, Problem problem) {
        Objects.requireNonNull(counts.get(reason)).increment();
        if (reason.wrong) {
            untold.increment();
            tell(reason);
        }
        return new ApiException(problem);
    }

    private void tell(Reason last) {
        long now = nanoTime.getAsLong();
        long due = nextLineNanos.get();
        if (now - due >= 0 && nextLineNanos.compareAndSet(due, now + NANOS_BETWEEN_LINES)) {
            LOG.atWarn().addKeyValue("count", untold.sumThenReset()).addKeyValue("last", last.tag)
                    .log("wrong credentials were refused since this was told the last time");
        }
    }
}
