// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.matching.codec.OutcomeHead;
import io.outcry.matching.log.MatchingProperties;
import io.outcry.matching.recovery.PublishedTail;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The published outcomes in their order, held against replayed ones. Repetitions are dropped by their command's offset, if they say the same
 * as the first time; anything else that is not the next outcome is a difference.
 */
final class PublishedOutcomes {

    /** What was found. */
    enum Finding {
        SAME, NOT_PUBLISHED, DIFFERENT
    }

    private record Ahead(OutcomeHead head, LogEntry entry) {}

    /** Hashes of the latest outcomes, to know their repetitions by: a late writer is not further behind than this. */
    private static final int REMEMBERED = MatchingProperties.MOST_ON_THEIR_WAY;

    private final Map<Long, Long> hashes = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final Iterator<LogEntry> published;
    private @Nullable Ahead ahead;
    private long lastInputOffset = -1;
    private long duplicates;

    PublishedOutcomes(Iterator<LogEntry> published) {
        this.published = published;
    }

    /**
     * Compares the next outcome with the one on the log.
     *
     * @param inputOffset of its command; larger than the one before
     * @param chain what the hash chain's header must say; null: it must not be there
     */
    Finding compare(long inputOffset, byte[] value, byte @Nullable [] chain) {
        for (Ahead next = peek(); next != null && next.head().inputOffset() < inputOffset; next = peek()) {
            if (!isRepetition(next)) {
                return Finding.DIFFERENT;
            }
            ahead = null;
        }
        Ahead next = peek();
        if (next == null) {
            return Finding.NOT_PUBLISHED;
        }
        ahead = null;
        lastInputOffset = inputOffset;
        hashes.put(inputOffset, PublishedTail.hash(value));
        boolean same = next.head().inputOffset() == inputOffset
                && Arrays.equals(next.entry().value(), value)
                && Arrays.equals(next.entry().chain(), chain);
        return same ? Finding.SAME : Finding.DIFFERENT;
    }

    /** Offset of the command whose outcome comes next and repeats none; -1 if there is no such. */
    long beyond() {
        for (Ahead next = peek(); next != null; next = peek()) {
            if (!isRepetition(next)) {
                return next.head().inputOffset();
            }
            ahead = null;
        }
        return -1;
    }

    /** Repetitions that were dropped. */
    long duplicates() {
        return duplicates;
    }

    /** Also true for what lies before the first outcome that was asked for. */
    private boolean isRepetition(Ahead older) {
        byte[] value = older.entry().value();
        Long first = hashes.get(older.head().inputOffset());
        duplicates += lastInputOffset < 0 ? 0 : 1;
        return lastInputOffset < 0
                || older.head().inputOffset() <= lastInputOffset && value != null && (first == null || first == PublishedTail.hash(value));
    }

    private @Nullable Ahead peek() {
        if (ahead == null && published.hasNext()) {
            LogEntry entry = published.next();
            ahead = new Ahead(OutcomeHead.of(entry.value()), entry);
        }
        return ahead;
    }
}
