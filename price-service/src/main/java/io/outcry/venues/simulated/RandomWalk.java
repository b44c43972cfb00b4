// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.SplittableRandom;

/** A price that wanders around where it began: by a part in twenty thousand in a step, and slowly drawn back. */
final class RandomWalk {

    private static final double STEP_DEVIATION = 0.00005;
    private static final double DRAWN_BACK = 0.0001;
    /** A walk that nobody looked at for longer than this (about seven hours) skips the rest. */
    private static final long MAX_STEPS_AT_ONCE = 100_000;

    private final double start;
    private final SplittableRandom random;
    private double logarithm;
    private double low;
    private double high;
    private long step;

    RandomWalk(double start, long seed) {
        this.start = start;
        this.low = start;
        this.high = start;
        this.random = new SplittableRandom(seed);
    }

    /** The price after so many steps; one that lies behind gives the newest. */
    synchronized double at(long wantedStep) {
        step = Math.max(step, wantedStep - MAX_STEPS_AT_ONCE);
        for (; step < wantedStep; step++) {
            // The sum of four uniform numbers is near enough to a normal one, and the same on every machine.
            double normal = (random.nextDouble() + random.nextDouble() + random.nextDouble() + random.nextDouble() - 2) * 1.7320508;
            logarithm += STEP_DEVIATION * normal - DRAWN_BACK * logarithm;
            double price = start * StrictMath.exp(logarithm);
            low = Math.min(low, price);
            high = Math.max(high, price);
        }
        return start * StrictMath.exp(logarithm);
    }

    synchronized double low() {
        return low;
    }

    synchronized double high() {
        return high;
    }
}
