// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What a {@link StateWriter} was given, in the same order. Every method throws {@link InvalidStateException} if there is no such value. */
public interface StateReader {

    long number();

    /** The next {@code count} numbers, from the beginning of an array on: cheaper than one by one. */
    void numbers(long[] into, int count);

    long signed();

    /** What {@link #signed} gives, of a number that was read with others. */
    static long signed(long number) {
        return number >>> 1 ^ -(number & 1);
    }

    String text();
}
