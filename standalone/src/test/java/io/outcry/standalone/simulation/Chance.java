// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** The one source of what happens in a run. */
final class Chance {

    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
    }

    /** @param percent how often it comes true, of a hundred times; may be a fraction */
    boolean in(double percent) {
        return percent > 0 && random.nextDouble() * 100 < percent;
    }

    /** From {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    /** Mostly small, at times as large as {@code high}. */
    int skewed(int low, int high) {
        double share = random.nextDouble();
        return low + (int) ((high - low) * share * share * share);
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    long number() {
        return random.nextLong();
    }
}
