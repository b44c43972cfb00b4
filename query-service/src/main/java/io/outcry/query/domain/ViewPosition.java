// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

/**
 * How far one partition of the view has come. Kept beside the data it describes and enough to go on from.
 *
 * @param next offset of the next record to read from the projected topic
 * @param inputOffset offset of the newest applied command, -1 before the first; price partitions keep -1
 * @param sequence sequence of the newest applied outcome, 0 before the first; price partitions keep 0
 * @param skipped unreadable records since then: each may have held one outcome
 * @param lost outcomes that are missing in the view for good, because their records could not be read
 * @param timeMillis time of the newest applied record in milliseconds since the epoch, 0 before the first
 */
public record ViewPosition(long next, long inputOffset, long sequence, int skipped, long lost, long timeMillis) {

    /** Where every partition starts. */
    public static final ViewPosition EMPTY = new ViewPosition(0, -1, 0, 0, 0, 0);

    private static final int PARTS = 6;

    /** What an outcome is to a view that stands here. */
    public enum Verdict {
        /** The next one: apply it. */
        NEXT,
        /** Applied before, written twice by an engine that did not know: drop it. */
        DUPLICATE,
        /** One or more before it are missing, or it contradicts what was applied: stop. */
        GAP
    }

    /** Judges the outcome of the command at {@code outcomeInput}. Unreadable records in between may account for as many missing sequences. */
    public Verdict judge(long outcomeInput, long outcomeSequence) {
        if (outcomeInput <= inputOffset) {
            return Verdict.DUPLICATE;
        }
        boolean follows = outcomeSequence > sequence && outcomeSequence - sequence - 1 <= skipped;
        return follows ? Verdict.NEXT : Verdict.GAP;
    }

    /** The position after the outcome at {@code offset} of its topic was applied. */
    public ViewPosition applied(long offset, long outcomeInput, long outcomeSequence, long outcomeMillis) {
        return new ViewPosition(offset + 1, outcomeInput, outcomeSequence, 0, lost + outcomeSequence - sequence - 1, outcomeMillis);
    }

    /** The position after a price at {@code offset} was applied. Prices have no sequence: the next price of a symbol makes up for a lost one. */
    public ViewPosition priced(long offset, long priceMillis) {
        return new ViewPosition(offset + 1, inputOffset, sequence, 0, lost, priceMillis);
    }

    /** The position after the record at {@code offset} changed nothing. */
    public ViewPosition passed(long offset) {
        return new ViewPosition(offset + 1, inputOffset, sequence, skipped, lost, timeMillis);
    }

    /** The position after the record at {@code offset} could not be read. */
    public ViewPosition unreadable(long offset) {
        return new ViewPosition(offset + 1, inputOffset, sequence, skipped + 1, lost, timeMillis);
    }

    /** The same, but the next record to read is the one at {@code offset}: those before it are gone from the log. */
    public ViewPosition startingAt(long offset) {
        return new ViewPosition(offset, inputOffset, sequence, skipped, lost, timeMillis);
    }

    /** The further one of two of the same partition. */
    public ViewPosition orLater(ViewPosition other) {
        return other.next > next ? other : this;
    }

    /** Whether less is missing in the view here than in what it was at {@code before}: then it has been made anew since. */
    public boolean lacksLessThan(ViewPosition before) {
        return next >= before.next && lost < before.lost;
    }

    /** True before the first record. */
    public boolean isEmpty() {
        return next == 0;
    }

    /** The text that is kept in Redis. */
    public String stored() {
        return next + ":" + inputOffset + ":" + sequence + ":" + skipped + ":" + lost + ":" + timeMillis;
    }

    /**
     * Reads {@link #stored}.
     *
     * @throws IllegalArgumentException if the text is no position
     */
    public static ViewPosition parse(String stored) {
        String[] parts = stored.split(":", -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("not a view position: '" + stored + "'");
        }
        return new ViewPosition(
                Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]),
                Integer.parseInt(parts[3]), Long.parseLong(parts[4]), Long.parseLong(parts[5]));
    }
}
