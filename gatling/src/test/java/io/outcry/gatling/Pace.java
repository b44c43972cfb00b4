// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.pause;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;

/**
 * The steps of one of many users who keep their connection: each asks again at fixed times, as many seconds apart as the pace says. A request
 * whose time comes while the one before is still under way is sent late and counted from when it was due, so that a server that stands still
 * is seen by as many requests as it made wait. A pause ends at a whole millisecond; what is therefore sent too early is counted from then.
 * What is due before the measured time is warm-up.
 */
final class Pace {

    private static final String DUE = "due";
    private static final String FROM = "from";
    private static final String MEASURED = "measured";

    private final long periodNanos;
    private final int warmupSeconds;
    private final int seconds;
    private final Series series;
    private volatile long startNanos;

    /**
     * @param series what is measured, after {@code warmupSeconds}
     * @param periodMillis from one request of a user to the next; 0: the next is due when the one before has been answered
     */
    Pace(Series series, double periodMillis, int warmupSeconds, int seconds) {
        this.series = series;
        this.periodNanos = Math.round(periodMillis * 1e6);
        this.warmupSeconds = warmupSeconds;
        this.seconds = seconds;
    }

    /** To be called when the run begins. */
    void start() {
        startNanos = System.nanoTime();
        series.begin(measuredFrom());
    }

    /** All that one user does until the time is over. */
    ChainBuilder steps(ChainBuilder request) {
        return asLongAs(this::goesOn).on(pause(Pace::untilDue).exec(this::send).exec(request).exec(this::answered));
    }

    /** What the request of this session is called: another name as long as it is warm-up. */
    static String name(Session session, String name) {
        return session.getBoolean(MEASURED) ? name : "warm-up " + name;
    }

    private boolean goesOn(Session session) {
        return nextDue(session) < measuredFrom() + seconds * 1_000_000_000L;
    }

    private long nextDue(Session session) {
        return session.contains(DUE) ? session.getLong(DUE) : System.nanoTime();
    }

    private static Duration untilDue(Session session) {
        return session.contains(DUE) ? Duration.ofNanos(Math.max(0, session.getLong(DUE) - System.nanoTime())) : Duration.ZERO;
    }

    private Session send(Session session) {
        long now = System.nanoTime();
        long due = nextDue(session);
        long from = Math.min(due, now);
        boolean measured = from >= measuredFrom();
        if (measured) {
            series.sent(from, now);
        }
        return session.markAsSucceeded().set(DUE, due).set(FROM, from).set(MEASURED, measured);
    }

    private Session answered(Session session) {
        long now = System.nanoTime();
        if (session.getBoolean(MEASURED)) {
            series.answered(session.getLong(FROM), now, !session.isFailed());
        }
        return session.set(DUE, periodNanos == 0 ? now : session.getLong(DUE) + periodNanos);
    }

    private long measuredFrom() {
        return startNanos + warmupSeconds * 1_000_000_000L;
    }
}
