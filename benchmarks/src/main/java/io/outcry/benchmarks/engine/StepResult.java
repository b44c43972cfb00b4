// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import java.util.Locale;

/**
 * What a worker tells of its last pass.
 *
 * @param nanos a command
 * @param chain over all outcomes; 0 of a step that makes none
 */
record StepResult(double nanos, long chain) {

    static StepResult parse(String text) {
        String[] words = text.split(" ");
        return new StepResult(Double.parseDouble(words[0]), Long.parseUnsignedLong(words[1], 16));
    }

    String text() {
        return String.format(Locale.ROOT, "%.1f %x", nanos, chain);
    }
}
