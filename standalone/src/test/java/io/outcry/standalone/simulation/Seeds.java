// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.OptionalLong;

/** Runs seeds in order. */
final class Seeds {

    private final World.Shared shared = new World.Shared();

    /**
     * Runs all of {@code count} seeds from {@code from} on, or stops at the first that fails.
     *
     * @throws AssertionError with the command that replays the failing seed
     */
    long pass(long from, long count) {
        long commands = 0;
        for (long seed = from; seed < from + count; seed++) {
            try {
                commands += Simulation.run(shared, seed, Bug.NONE).commands();
            } catch (Violation | RuntimeException e) {
                throw new AssertionError("seed " + seed + " fails; again with\n" + command(seed) + "\n" + e.getMessage(), e);
            }
        }
        return commands;
    }

    /** The first of {@code count} seeds that finds the bug. */
    OptionalLong find(Bug bug, long from, long count) {
        for (long seed = from; seed < from + count; seed++) {
            if (violation(bug, seed) != null) {
                return OptionalLong.of(seed);
            }
        }
        return OptionalLong.empty();
    }

    /** What a seed finds of a bug; null if nothing. */
    Violation violation(Bug bug, long seed) {
        try {
            Simulation.run(shared, seed, bug);
            return null;
        } catch (Violation found) {
            return found;
        }
    }

    Simulation.Report run(long seed) {
        return Simulation.run(shared, seed, Bug.NONE);
    }

    /** One that has trouble for at least so long. */
    Simulation.Report run(long seed, long leastMillis) {
        return Simulation.run(shared, seed, leastMillis);
    }

    private static String command(long seed) {
        return "mvn -B -pl standalone -am test -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seeds=1 -Dsim.from="
                + seed;
    }
}
