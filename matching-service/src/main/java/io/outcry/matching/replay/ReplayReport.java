// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a replay has found.
 *
 * @param start offset of the first command that was applied: the beginning, or where a snapshot is
 * @param commands that were applied
 * @param compared outcomes that are the same as the published ones
 * @param unpublished commands at the end whose outcome is not on the log
 * @param duplicates repetitions on the outcome log, which readers drop
 * @param chains published values of the hash chain that were compared
 * @param chain the chain at the end, in hexadecimal
 * @param stateHash of the state at the end, in hexadecimal
 * @param difference the first one, for people; null if there is none
 */
record ReplayReport(
        long start,
        long commands,
        long compared,
        long unpublished,
        long duplicates,
        long chains,
        String chain,
        String stateHash,
        @Nullable String difference) {

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %,d commands from offset %d on, %,d outcomes the same, %d not published yet, %d repetitions, %d values of the hash chain"
                        + "%nhash chain %s, state %s",
                difference == null ? "SAME" : "DIFFERENT at " + difference,
                commands, start, compared, unpublished, duplicates, chains, chain, stateHash);
    }
}
