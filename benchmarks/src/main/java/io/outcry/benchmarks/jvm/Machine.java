// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import java.io.PrintStream;

/** What a benchmark runs on: the first line of its table. */
public final class Machine {

    private Machine() {}

    /** Prints the JVM and how many processors it has. */
    public static void describe(PrintStream out) {
        out.printf(
                "Java %s (%s), %s, %d processors%n",
                System.getProperty("java.runtime.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
    }
}
