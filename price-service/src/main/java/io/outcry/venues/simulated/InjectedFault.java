// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.Locale;

/** What can be wrong with a venue. Each can be set and cleared while the venue runs, see {@link VenueFaults}. */
public enum InjectedFault {
    /** Answers and messages come late, by so many milliseconds. */
    LATENCY(Scope.BOTH, 2_000),
    /** Answers come late, each by another time below 500 ms, and so many per cent of them by one to two seconds. */
    SLOW_ANSWERS(Scope.REST, 3),
    /** Connections are accepted and never answered. */
    HALF_OPEN(Scope.BOTH, 0),
    /** Connections are reset. */
    RESET(Scope.BOTH, 0),
    /** Every request is one too many: 429, to come back in so many seconds. */
    TOO_MANY_REQUESTS(Scope.BOTH, 2),
    /** Every request is answered as to a banned caller: 418, for so many seconds. */
    BANNED(Scope.BOTH, 120),
    /** This status, 500 to 599. */
    SERVER_ERROR(Scope.BOTH, 503),
    /** Status 200 and a web page. */
    HTML_BODY(Scope.REST, 0),
    /** Half of the JSON, then the end. */
    TRUNCATED_JSON(Scope.BOTH, 0),
    /** Bytes that are no text. */
    GARBAGE(Scope.BOTH, 0),
    /** One byte every so many milliseconds. */
    SLOW_BODY(Scope.REST, 1_000),
    /** So many million bytes of JSON. */
    HUGE_BODY(Scope.BOTH, 100),
    /** JSON nested so deep. */
    DEEP_JSON(Scope.BOTH, 50_000),
    /** The socket is up and answers pings; nothing else comes. By REST, on demand only: always the same. */
    FREEZE(Scope.SOCKET, 0),
    /** Everything is as it was so many milliseconds ago, times included. */
    REPLAY_PAST(Scope.BOTH, 60_000),
    /** Of two messages about a symbol the second comes first. */
    REORDER(Scope.SOCKET, 0),
    /** Every third message about a symbol is missing, though counted. */
    GAP(Scope.SOCKET, 0),
    /** Every message comes twice. */
    DUPLICATE(Scope.SOCKET, 0),
    /** The bid is above the ask. */
    CROSSED(Scope.BOTH, 0),
    /** Prices are off by so many per cent. */
    SPIKE(Scope.BOTH, 20),
    /** Prices are 0. */
    ZERO(Scope.BOTH, 0),
    /** A symbol stays as it is while the others go on. */
    STUCK_SYMBOL(Scope.BOTH, 0),
    /** The venue's clock is wrong by so many milliseconds. */
    CLOCK_SKEW(Scope.BOTH, 30_000),
    /** A symbol is gone. */
    DELISTED(Scope.BOTH, 0),
    /** Strings become numbers and numbers strings, one becomes a list, and new fields appear. */
    SCHEMA_DRIFT(Scope.BOTH, 0),
    /** A notice that the socket will close, and so many milliseconds later the end. */
    SERVER_SHUTDOWN(Scope.SOCKET, 1_000),
    /** Pings of clients are not answered. */
    NO_PONG(Scope.SOCKET, 0);

    private final Scope usualScope;
    private final double usualAmount;

    /** Where a fault shows. */
    public enum Scope {
        REST, SOCKET, BOTH;

        boolean includes(Scope one) {
            return this == BOTH || this == one;
        }
    }

    InjectedFault(Scope usualScope, double usualAmount) {
        this.usualScope = usualScope;
        this.usualAmount = usualAmount;
    }

    public Scope usualScope() {
        return usualScope;
    }

    /** What it means depends on the fault; 0 where there is nothing to choose. */
    public double usualAmount() {
        return usualAmount;
    }

    /** The name on the control interface: lower case, with hyphens. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException if there is no such fault */
    public static InjectedFault ofKey(String key) {
        for (InjectedFault fault : values()) {
            if (fault.key().equals(key)) {
                return fault;
            }
        }
        throw new IllegalArgumentException("no such fault: " + key);
    }
}
