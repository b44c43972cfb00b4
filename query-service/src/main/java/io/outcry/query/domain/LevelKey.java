// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

/**
 * A book level's name in a sorted set whose members all have the same score: fixed width, so that the order of the texts is the order of
 * the prices. A price does not fit into a score: that is a double, exact to 53 bits only.
 */
public final class LevelKey {

    private static final int WIDTH = 19;

    private LevelKey() {}

    /** @throws IllegalArgumentException for a negative price */
    public static String of(long price) {
        return fixedWidth(price);
    }

    /** A number from 0 to 2^63-1 in 19 digits: sorts as text like it does as a number. */
    static String fixedWidth(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative: " + number);
        }
        String digits = Long.toString(number);
        return "0".repeat(WIDTH - digits.length()) + digits;
    }
}
