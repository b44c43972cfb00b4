// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.peer.LinkedBook;
import io.outcry.benchmarks.workload.MessageStream;
import io.outcry.benchmarks.workload.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What every engine is put through, in every process alike.
 *
 * @param seed      of the random numbers, 32 bits read as unsigned
 * @param count     new orders of a public scenario, timed messages of a random one
 * @param scenarios in this order
 * @param warmups   passes before the timed ones
 * @param passes    timed passes a process
 */
record MatchingLoad(int seed, int count, List<Scenario> scenarios, int warmups, int passes) {

    static final Set<String> OPTIONS = Set.of("--seed", "--count", "--scenarios", "--warmups", "--passes");

    static final String USAGE = """
              --seed 23           of the random numbers, 0 to 4294967295
              --count 1000000     new orders of a public scenario, timed messages of a random one
              --scenarios a,b     of %s; all of them
              --warmups 8         passes before the timed ones, in every process
              --passes 5          timed passes, in every process
            """.formatted(String.join(", ", labels()));

    /** @throws io.outcry.benchmarks.command.UsageException if an option is out of bounds */
    static MatchingLoad of(CommandLine line, List<Scenario> otherwise) {
        return new MatchingLoad(
                (int) line.number("--seed", 23, 0, 0xffff_ffffL),
                (int) line.number("--count", 1_000_000, 1, 5_000_000),
                line.list("--scenarios", otherwise, Scenario::named, labels()),
                (int) line.number("--warmups", 8, 0, 1_000),
                (int) line.number("--passes", 5, 1, 1_000));
    }

    /** The same of one scenario. */
    MatchingLoad of(Scenario scenario) {
        return new MatchingLoad(seed, count, List.of(scenario), warmups, passes);
    }

    private static List<String> labels() {
        return Arrays.stream(Scenario.values()).map(Scenario::label).toList();
    }

    /** The options that make this load again. */
    List<String> arguments() {
        return List.of(
                "--seed", Integer.toUnsignedString(seed),
                "--count", Integer.toString(count),
                "--scenarios", String.join(",", scenarios.stream().map(Scenario::label).toList()),
                "--warmups", Integer.toString(warmups),
                "--passes", Integer.toString(passes));
    }

    MessageStream messages(Scenario scenario) {
        return scenario.messages(seed, count, LinkedBook::new);
    }

    List<Scenario> published() {
        return select(true).toList();
    }

    List<Scenario> random() {
        return select(false).toList();
    }

    private Stream<Scenario> select(boolean published) {
        return scenarios.stream().filter(scenario -> scenario.isPublished() == published);
    }
}
