// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import io.gatling.javaapi.core.Session;

/**
 * Requests that are due at a constant rate, whether or not earlier ones have been answered: number n is due n / rate seconds after the first
 * one started, in the order in which they start. Gatling counts from the moment of sending, which hides the time that a busy generator
 * lets a request wait.
 */
final class OpenLoad {

    private static final String DUE = "due";

    private final int ratePerSecond;
    private long started;
    private long firstStart;

    OpenLoad(int ratePerSecond) {
        this.ratePerSecond = ratePerSecond;
    }

    /** To be called when a request starts; notes in the session when it was due. */
    synchronized Session start(Session session) {
        long now = System.nanoTime();
        if (started == 0) {
            firstStart = now;
        }
        long due = firstStart + started++ * 1_000_000_000L / ratePerSecond;
        return session.set(DUE, Math.min(due, now));
    }

    /** When the request of this session was due. */
    static long due(Session session) {
        return session.getLong(DUE);
    }

    /** Counts the session's request as sent. */
    static Session sent(Series series, Session session) {
        series.sent(due(session), System.nanoTime());
        return session;
    }

    /** Counts the session's next request as sent, one that follows from the answer to the one that was due. */
    static Session followed(Series series, Session session) {
        series.sent(due(session), due(session));
        return session;
    }

    /** Counts the session's request as answered: rightly, if no check has failed. */
    static Session answered(Series series, Session session) {
        series.answered(due(session), System.nanoTime(), !session.isFailed());
        return session;
    }
}
