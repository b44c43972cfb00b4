// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/**
 * The price of one symbol as a pure function of time, past and future: noise of eighteen wave lengths, from a quarter of a second to nine
 * hours, the longer the higher, which together wander as a price does. No state, so ten thousand symbols cost nothing while nobody looks,
 * and a venue that replays its past needs no memory of it. Never farther than a tenth from where it starts.
 */
final class PriceProcess {

    /** The shortest wave, in milliseconds. */
    static final long STEP_MILLIS = 250;

    private static final int WAVES = 18;
    private static final double LEAST_AMPLITUDE = 0.00004;

    private final double start;
    private final long seed;
    private final double atStart;

    PriceProcess(double start, long seed) {
        this.start = start;
        this.seed = seed;
        this.atStart = logarithm(0);
    }

    /** The price so many milliseconds after the start of the market; before it for a negative number. */
    double at(long millis) {
        return start * StrictMath.exp(logarithm(millis) - atStart);
    }

    private double logarithm(long millis) {
        double sum = 0;
        double amplitude = LEAST_AMPLITUDE;
        for (int wave = 0; wave < WAVES; wave++) {
            long length = STEP_MILLIS << wave;
            long crest = Math.floorDiv(millis, length);
            double between = (millis - crest * length) / (double) length;
            double left = Noise.fraction(Noise.mix(seed + wave, crest));
            double right = Noise.fraction(Noise.mix(seed + wave, crest + 1));
            sum += amplitude * (left + (right - left) * between);
            amplitude *= 1.4142135623730951;
        }
        return sum;
    }
}
