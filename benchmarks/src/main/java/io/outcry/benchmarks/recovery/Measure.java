// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is timed. */
enum Measure {

    /** A snapshot into an engine. */
    RESTORE,
    /** Commands through an engine whose outcomes are published already. */
    REPLAY,
    /** The same commands, thrown away. */
    READ;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Measure> named(String label) {
        return Arrays.stream(values()).filter(measure -> measure.label().equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Measure::label).toList();
    }
}
