// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

/** Numbers that look random and follow from what they are asked for. The mixing function is SplitMix64's. */
final class Noise {

    private Noise() {}

    static long mix(long a, long b) {
        long z = a * 0x9e3779b97f4a7c15L + b * 0xd1b54a32d192ed03L + 0x632be59bd9b4e019L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** -1 to 1. */
    static double fraction(long bits) {
        return (bits >> 10) / (double) (1L << 53);
    }
}
