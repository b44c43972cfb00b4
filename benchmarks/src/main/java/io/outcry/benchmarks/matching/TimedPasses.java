// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.CommandLine;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * One scenario for the engine of this build, a pass whenever one is asked for. Public, and with nothing but the platform's types, so that
 * {@link MatchingDuel} can make one of another build.
 */
public final class TimedPasses implements LongSupplier {

    private final ScenarioRun run;

    /** @param load {@link MatchingLoad#arguments} of one scenario */
    public TimedPasses(List<String> load) {
        MatchingLoad parsed = MatchingLoad.of(new CommandLine(load, MatchingLoad.OPTIONS, Set.of()), List.of());
        run = new ScenarioRun(parsed, parsed.scenarios().getFirst(), Engine.OUTCRY.books().get());
    }

    /** Nanoseconds of a pass. */
    @Override
    public long getAsLong() {
        return run.pass();
    }
}
