// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is timed. */
enum Step {

    /** Each byte of the commands is read, and outcomes that are there already are chained: the limit. */
    BYTES,
    /** Commands are read and applied. */
    MATCH,
    /** The same, and each outcome is written. */
    WRITE,
    /** All of it, as a service does when it replays: the outcomes are also chained. */
    CHAIN;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Step> named(String label) {
        return Arrays.stream(values()).filter(step -> step.label().equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Step::label).toList();
    }
}
