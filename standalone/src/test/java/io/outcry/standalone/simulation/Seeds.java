// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs seeds in order. */
final class Seeds {

    private final World.Shared shared = new World.Shared();

    /**
     * Runs all of {@code count} seeds from {@code from} on, each in one thread and on every processor another one. Once one has failed no other
     * begins.
     *
     * @return commands that were sent
     * @throws AssertionError with the command that replays a failing seed
     */
    static long pass(long from, long count) throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicLong next = new AtomicLong(from);
        Callable<Long> rest = () -> new Seeds().pass(next, from + count);
        try (ExecutorService threads = Executors.newFixedThreadPool(processors)) {
            long commands = 0;
            for (Future<Long> sent : threads.invokeAll(Collections.nCopies(processors, rest))) {
                commands += sent.get();
            }
            return commands;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
    }

    private long pass(AtomicLong next, long end) {
        long commands = 0;
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            try {
                commands += Simulation.run(shared, seed, Bug.NONE).commands();
            } catch (Throwable e) {
                next.set(end);
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
