// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import org.jspecify.annotations.Nullable;

/**
 * Reads the last records of an outcome log for the newest outcome. A late writer may have repeated older outcomes there: they are dropped by
 * their command's offset. From the first published value of the hash chain among them on, or from the first outcome, the chain is
 * continued to the newest outcome, and each further published value must be what it has come to. So a replay is held against the outcomes
 * that readers have taken, as far back as is read here; those before are only in the published value.
 *
 * <p>An outcome that does not follow the newest one before it is a {@link #gap}. It may only seem to be one, where the first records that
 * were read are such repetitions; so whoever sees one reads again from further back, and if it is still there from the log's beginning,
 * nobody may go on from such a log.
 */
public final class TailScan {

    private PublishedTail newest = PublishedTail.EMPTY;
    private @Nullable String gap;

    /**
     * Takes the next record.
     *
     * @param at where it stands in the outcome log
     * @param chainHeader value of its header {@link ChainPoint#HEADER}, if it has one
     * @throws LogMismatchException if that is not the value of the outcomes before it
     */
    public void add(long at, long inputOffset, long sequence, byte[] value, byte @Nullable [] chainHeader) {
        if (inputOffset <= newest.inputOffset()) {
            return;
        }
        if (newest.sequence() != 0 && sequence != newest.sequence() + 1 && gap == null) {
            gap = "a gap in the outcome log: outcome " + sequence + " of the command at offset " + inputOffset + " stands at offset " + at
                    + ", the newest one before it is " + newest.sequence();
        }
        ChainPoint published = ChainPoint.of(sequence, chainHeader);
        ChainPoint continued = continued(sequence, value);
        if (published != null && continued != null && !published.equals(continued)) {
            throw new LogMismatchException("the outcome log contradicts itself: its hash chain is " + published
                    + ", its outcomes up to offset " + at + " give " + continued);
        }
        newest = new PublishedTail(inputOffset, sequence, PublishedTail.hash(value), published == null ? newest.chain() : published,
                published == null ? continued : published);
    }

    private @Nullable ChainPoint continued(long sequence, byte[] value) {
        ChainPoint before = newest.end();
        return before == null || before.sequence() + 1 != sequence
                ? null
                : new ChainPoint(sequence, OutcomeChain.hash(before.hash(), value, value.length));
    }

    /** What is missing, for people; null if nothing is. */
    public @Nullable String gap() {
        return gap;
    }

    /** The newest outcome so far. */
    public PublishedTail newest() {
        return newest;
    }
}
