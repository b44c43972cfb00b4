// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * How much a state holds, so that whoever builds an engine from it can make room for all of it at once. Only a hint: without it, or if it
 * is wrong, the engine grows on the way there, and is the same.
 *
 * @param orders that rest, or wait for their stop price
 * @param levels of all books, and of the stops
 * @param named orders that carry a client order id
 * @param placements that are remembered
 */
public record StateSize(long orders, long levels, long named, long placements) {

    /** Nothing is known. */
    public static final StateSize UNKNOWN = new StateSize(0, 0, 0, 0);

    /** Fewest bytes that one of each takes in a state. */
    private static final int ORDER = 7;

    private static final int LEVEL = 2 + ORDER;
    private static final int NAMED = ORDER + 3;
    private static final int PLACEMENT = 18;

    /** No more than so many bytes can hold, whatever was said. */
    public StateSize within(long bytes) {
        return new StateSize(
                most(orders, bytes / ORDER),
                most(levels, bytes / LEVEL),
                most(named, bytes / NAMED),
                most(placements, bytes / PLACEMENT));
    }

    private static long most(long said, long possible) {
        return Math.clamp(said, 0, possible);
    }
}
