// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.OptionalLong;

/**
 * Where the command log of one partition ended at moments of the recent past. A view that holds everything up to one of these ends was
 * complete at that moment, so its age is at most the time since: an age that is never younger than the truth, with no clock but ours.
 */
public final class LogMarks {

    /** Marks kept; at four a second about 16 s in detail. A view further behind keeps the mark it has to reach. */
    static final int LIMIT = 64;

    private record Mark(long nanos, long end) {}

    private final ArrayDeque<Mark> marks = new ArrayDeque<>(LIMIT);

    /**
     * Notes that the log ended at {@code end} (offset of the next record) not before {@code nanos}.
     *
     * @param held newest offset the view is known to hold
     */
    public synchronized void add(long nanos, long end, long held) {
        if (marks.size() >= LIMIT) {
            Iterator<Mark> oldest = marks.iterator();
            oldest.next();
            if (oldest.next().end() - 1 > held) {
                return;
            }
            marks.removeFirst();
        }
        marks.addLast(new Mark(nanos, end));
    }

    /** The oldest moment that is still marked. */
    public synchronized OptionalLong oldest() {
        return marks.isEmpty() ? OptionalLong.empty() : OptionalLong.of(marks.getFirst().nanos());
    }

    /** The newest marked moment at which a view that holds up to {@code held} was complete; nothing if it was so at none. */
    public synchronized OptionalLong completeAt(long held) {
        for (Iterator<Mark> newest = marks.descendingIterator(); newest.hasNext();) {
            Mark mark = newest.next();
            if (mark.end() - 1 <= held) {
                return OptionalLong.of(mark.nanos());
            }
        }
        return OptionalLong.empty();
    }
}
