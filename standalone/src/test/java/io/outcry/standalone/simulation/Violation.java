// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

/** One of the invariants in {@code docs/simulation.md} does not hold. An {@link Error}, because services catch exceptions. */
final class Violation extends AssertionError {

    private static final long serialVersionUID = 1L;

    /** @param invariant its number, 1 to 8; zero: the cluster did not come to rest after the last fault */
    Violation(int invariant, String what) {
        super("invariant " + invariant + ": " + what);
    }

    static void unless(boolean holds, int invariant, String what, Object... about) {
        if (!holds) {
            throw new Violation(invariant, what.formatted(about));
        }
    }
}
