// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The engine against its reference over seeded random commands; {@code -Dmatching.seeds=} for more, {@code -Dmatching.seed=} for one. */
@Execution(ExecutionMode.CONCURRENT)
class DifferentialTest {

    private static final int COMMANDS = 250;
    private static final int SEEDS = 2_400;

    /** Every limit is met within a few commands. */
    private static final EngineLimits TIGHT = new EngineLimits(8, 12, 16, 6, 3, 20, 3);

    private static final EngineLimits SMALL = new EngineLimits(40, 1_000, 64, 25, 2, 40, 2);

    /** Stops end for want of looks before they do for want of trades. */
    private static final EngineLimits FEW_LOOKS = new EngineLimits(40, 1_000, 64, 1, 2, 100, 30);

    private static final int DEEP_SEEDS = 2;
    private static final int DEEP_COMMANDS = 5_000;

    private record Step(long offset, Command command) {}

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS) // whoever asks for many seeds waits for them
    void engineAndReferenceTellTheSameAfterEveryCommand() {
        Long only = Long.getLong("matching.seed");
        StreamCoverage coverage = new StreamCoverage();
        long first = only == null ? 1 : only;
        long last = only == null ? Long.getLong("matching.seeds", SEEDS) : only;
        for (long seed = first; seed <= last; seed++) {
            List<Step> steps = steps(new RandomCommands(seed), COMMANDS);
            AssertionError failure = run(seed, steps, coverage);
            if (failure != null) {
                throw new AssertionError(report(seed, steps, failure), failure);
            }
        }
        if (only == null) {
            coverage.requireEverything();
        }
    }

    @Test
    void theyAgreeOnDeepBooksToo() {
        for (long seed = 1; seed <= DEEP_SEEDS; seed++) {
            Lockstep engines = new Lockstep(RandomCommands.PARTITION, EngineLimits.STANDARD, 25);
            for (Step step : steps(new RandomCommands(seed, true), DEEP_COMMANDS)) {
                try {
                    engines.apply(step.offset(), step.command());
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("deep seed " + seed + ", offset " + step.offset() + ": " + e.getMessage(), e);
                }
            }
            assertThat(engines.openOrders()).isGreaterThan(800);
        }
    }

    private static List<Step> steps(RandomCommands commands, int count) {
        List<Step> steps = new ArrayList<>();
        for (int offset = 0; offset < count; offset++) {
            steps.add(new Step(offset, commands.next()));
        }
        return steps;
    }

    private static EngineLimits limits(long seed) {
        return switch ((int) (seed % 4)) {
            case 0 -> EngineLimits.STANDARD;
            case 1 -> TIGHT;
            case 2 -> FEW_LOOKS;
            default -> SMALL;
        };
    }

    /** @return what was wrong; null if nothing was */
    private static AssertionError run(long seed, List<Step> steps, StreamCoverage coverage) {
        Lockstep engines = new Lockstep(RandomCommands.PARTITION, limits(seed));
        for (Step step : steps) {
            try {
                coverage.add(step.command(), engines.apply(step.offset(), step.command()));
            } catch (RuntimeException | AssertionError e) {
                return new AssertionError("at offset " + step.offset() + ": " + e.getMessage(), e);
            }
        }
        coverage.addOutOf(engines.outOfLooks(), engines.outOfSpans());
        return null;
    }

    /** The commands that are enough to fail: what can be left out is left out, and the offsets stay as they were. */
    private static String report(long seed, List<Step> steps, AssertionError failure) {
        List<Step> needed = new ArrayList<>(steps);
        AssertionError shown = failure;
        for (int i = needed.size() - 1; i >= 0; i--) {
            List<Step> fewer = new ArrayList<>(needed);
            fewer.remove(i);
            AssertionError stillWrong = run(seed, fewer, new StreamCoverage());
            if (stillWrong != null) {
                needed = fewer;
                shown = stillWrong;
            }
        }
        return "seed " + seed + ", " + limits(seed) + ", " + failure.getMessage() + "\nas short as it gets:\n"
                + needed.stream().map(step -> step.offset() + " " + step.command()).collect(Collectors.joining("\n"))
                + "\n" + shown.getMessage();
    }
}
