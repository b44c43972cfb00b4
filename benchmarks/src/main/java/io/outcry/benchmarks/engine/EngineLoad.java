// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import io.outcry.benchmarks.command.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is sent through an engine.
 *
 * @param seed of the orders
 * @param commands of a pass
 * @param passes in each process
 * @param anonymous without client order ids
 * @param neighbours threads that read all over memory meanwhile
 */
record EngineLoad(long seed, int commands, int passes, boolean anonymous, int neighbours) {

    /** The options that have a value. */
    static final Set<String> OPTIONS = Set.of("--seed", "--commands", "--passes", "--neighbours");

    /** The flag for orders without client order ids. */
    static final String ANONYMOUS = "--anonymous";

    /** The options that say it. */
    static final String USAGE = """
              --seed 23           of the orders
              --commands 2000000  of a pass
              --passes 6          in each process, the last one counts
              --anonymous         orders without a client order id
              --neighbours 0      threads that read all over memory meanwhile, so that the caches are not the engine's alone
            """;

    static EngineLoad of(CommandLine line) {
        return new EngineLoad(
                line.number("--seed", 23, 0, Long.MAX_VALUE), (int) line.number("--commands", 2_000_000, 1, 5_000_000),
                (int) line.number("--passes", 6, 1, 1_000), line.flag(ANONYMOUS), (int) line.number("--neighbours", 0, 0, 16));
    }

    /** The options that say this one. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--seed", Long.toString(seed), "--commands", Integer.toString(commands), "--passes", Integer.toString(passes),
                "--neighbours", Integer.toString(neighbours)));
        if (anonymous) {
            arguments.add(ANONYMOUS);
        }
        return arguments;
    }
}
