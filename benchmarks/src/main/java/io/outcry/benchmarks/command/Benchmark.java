// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

import java.io.PrintStream;
import java.util.List;

/** Something that can be named first on the command line. */
public interface Benchmark {

    /** What to type. */
    String name();

    /** What it does and its options, a line each. */
    String usage();

    /**
     * Runs to its end.
     *
     * @param arguments after the name
     * @param out       where tables and ratios go
     * @throws UsageException if they are wrong
     * @throws Exception      if the run failed; nothing it printed counts then
     */
    void run(List<String> arguments, PrintStream out) throws Exception;
}
