// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * Parts the smallest of many numbers from the others without putting all in order. It is a radix selection: by their bits from the highest
 * one on, going on with that half where the border is. It looks at each number no more often than numbers have bits, in whatever order they
 * come.
 */
final class Smallest {

    private Smallest() {}

    /** Brings the smallest {@code wanted} of the first {@code count} numbers, which are not negative, before the others, in any order. */
    static void select(long[] numbers, int count, int wanted) {
        int from = 0;
        int to = count;
        for (long bit = Long.highestOneBit(differences(numbers, count)); bit != 0 && from < wanted && wanted < to; bit >>>= 1) {
            int ones = part(numbers, from, to, bit);
            if (wanted <= ones) {
                to = ones;
            } else {
                from = ones;
            }
        }
    }

    /** The bits in which numbers differ. */
    private static long differences(long[] numbers, int count) {
        long differences = 0;
        for (int i = 1; i < count; i++) {
            differences |= numbers[i] ^ numbers[0];
        }
        return differences;
    }

    /** Brings those without a bit before those with it; where the latter begin. */
    private static int part(long[] numbers, int from, int to, long bit) {
        int ones = from;
        for (int i = from; i < to; i++) {
            long number = numbers[i];
            if ((number & bit) == 0) {
                numbers[i] = numbers[ones];
                numbers[ones++] = number;
            }
        }
        return ones;
    }
}
