// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import io.outcry.benchmarks.command.CommandLine;
import java.util.ArrayList;
import java.util.List;

/**
 * What is sent through an engine.
 *
 * @param seed of the orders
 * @param commands of a pass
 * @param passes in each process
 * @param anonymous without client order ids
 */
record EngineLoad(long seed, int commands, int passes, boolean anonymous) {

    /** The flag for orders without client order ids. */
    static final String ANONYMOUS = "--anonymous";

    /** The options that say it. */
    static final String USAGE = """
              --seed 23           of the orders
              --commands 2000000  of a pass
              --passes 6          in each process, the last one counts
              --anonymous         orders without a client order id
            """;

    static EngineLoad of(CommandLine line) {
        return new EngineLoad(
                line.number("--seed", 23, 0, Long.MAX_VALUE), (int) line.number("--commands", 2_000_000, 1, 5_000_000),
                (int) line.number("--passes", 6, 1, 1_000), line.flag(ANONYMOUS));
    }

    /** The options that say this one. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--seed", Long.toString(seed), "--commands", Integer.toString(commands), "--passes", Integer.toString(passes)));
        if (anonymous) {
            arguments.add(ANONYMOUS);
        }
        return arguments;
    }
}
