// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.workload.Scenario;
import java.util.Optional;

/**
 * What one process found out about one scenario; travels to the parent process as a line of text.
 *
 * @param rate       messages a second, the median of the timed passes
 * @param bytes      allocated a message by a book that has been as full before
 * @param p50        nanoseconds a message in the latency pass; the others likewise
 * @param hash       of the reports, the same in every pass
 */
record ScenarioResult(
        Scenario scenario, double rate, double bytes, long p50, long p99, long p999, long p9999, long max, String hash) {

    private static final String WORD = "RESULT";

    String toLine() {
        return String.join(
                " ",
                WORD,
                scenario.label(),
                Double.toString(rate),
                Double.toString(bytes),
                Long.toString(p50),
                Long.toString(p99),
                Long.toString(p999),
                Long.toString(p9999),
                Long.toString(max),
                hash);
    }

    /** The result in a line, if it is one: engines may print too. */
    static Optional<ScenarioResult> ofLine(String line) {
        String[] words = line.split(" ");
        if (words.length != 10 || !words[0].equals(WORD)) {
            return Optional.empty();
        }
        return Scenario.named(words[1])
                .map(scenario -> new ScenarioResult(
                        scenario,
                        Double.parseDouble(words[2]),
                        Double.parseDouble(words[3]),
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]),
                        Long.parseLong(words[6]),
                        Long.parseLong(words[7]),
                        Long.parseLong(words[8]),
                        words[9]));
    }
}
