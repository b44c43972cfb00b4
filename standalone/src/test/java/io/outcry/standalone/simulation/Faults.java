// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often what goes wrong in one run. Each seed leaves some kinds out altogether, so that a rare one is not always hidden behind a common
 * one; all percentages are zero once the run comes to its end.
 */
final class Faults {

    /** What becomes of a request to write. */
    enum Write {
        DONE,
        /** Not written, and reported as not acknowledged in time. */
        LOST,
        /** Written, and reported as not acknowledged in time. */
        UNREPORTED,
        /** Reported as not acknowledged in time, and written some time later. */
        LATE
    }

    private final Chance chance;
    private final double lost;
    private final double unreported;
    private final double late;
    private final double refused;
    private final Map<Happening, Integer> happened = new EnumMap<>(Happening.class);
    private boolean ended;

    final double crash;
    final double freeze;
    final double outage;
    final double redisOutage;
    final double failover;
    final double flush;
    final double slow;
    final double skew;
    final double lostMessage;

    Faults(Chance chance) {
        this.chance = chance;
        lost = kind(4);
        unreported = kind(4);
        late = kind(4);
        refused = kind(2);
        crash = kind(60);
        freeze = kind(60);
        outage = kind(15);
        redisOutage = kind(20);
        failover = kind(30);
        flush = kind(8);
        slow = kind(20);
        skew = kind(30);
        lostMessage = kind(30);
    }

    private double kind(double most) {
        return chance.in(40) ? 0 : chance.between(1, 100) * most / 100;
    }

    /** Counts what has gone wrong. */
    void note(Happening happening) {
        happened.merge(happening, 1, Integer::sum);
    }

    Map<Happening, Integer> happened() {
        return happened;
    }

    /** From now on nothing fails. */
    void end() {
        ended = true;
    }

    boolean strikes(double percent) {
        return !ended && chance.in(percent);
    }

    /** The same, and counts it. */
    boolean strikes(double percent, Happening happening) {
        boolean strikes = strikes(percent);
        if (strikes) {
            note(happening);
        }
        return strikes;
    }

    Write write() {
        if (strikes(lost, Happening.WRITE_LOST)) {
            return Write.LOST;
        }
        if (strikes(unreported, Happening.WRITE_UNREPORTED)) {
            return Write.UNREPORTED;
        }
        return strikes(late, Happening.WRITE_LATE) ? Write.LATE : Write.DONE;
    }

    /** Whether a client refuses a record before it leaves. */
    boolean refuses() {
        return strikes(refused, Happening.WRITE_REFUSED);
    }

    /** Milliseconds that a step takes longer than it should. */
    int delay() {
        return strikes(slow) ? chance.skewed(50, 4_000) : 0;
    }
}
