// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.domain.LogMarks;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewPartition;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How old a state of the view is: the time since the newest moment at which it held every record its source then had. With Kafka away no
 * moment is added, and the age grows.
 */
public final class ViewAges {

    private final Map<ViewPartition, LogMarks> marks = new ConcurrentHashMap<>();
    private final ViewPositions positions;
    private final Clock clock;
    private final LongSupplier nanoTime;

    public ViewAges(ViewPositions positions, Clock clock) {
        this(positions, clock, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    public ViewAges(ViewPositions positions, Clock clock, LongSupplier nanoTime) {
        this.positions = positions;
        this.clock = clock;
        this.nanoTime = nanoTime;
        positions.partitions().forEach(partition -> marks.put(partition, new LogMarks()));
    }

    /** Notes where the logs ended, as far as known, at some moment after {@code askedNanos}. */
    public void mark(long askedNanos, LogEnds.Ends ends) {
        marks.forEach((partition, log) -> ends.source(partition)
                .ifPresent(end -> log.add(askedNanos, end, partition.log().held(positions.newest(partition)))));
    }

    /**
     * The age of a state, in milliseconds. Where the view has not caught up once since the start, the time of its newest record counts, or
     * the time since it was first seen to lack something: a gateway's clock may be fast. Where it has no record although there are commands,
     * nobody knows since when: then since the epoch.
     */
    public long ageMillis(ViewPartition partition, ViewPosition position) {
        LogMarks log = marks.get(partition);
        OptionalLong complete = log == null ? OptionalLong.empty() : log.completeAt(partition.log().held(position));
        long now = nanoTime.getAsLong();
        if (complete.isPresent()) {
            return TimeUnit.NANOSECONDS.toMillis(now - complete.getAsLong());
        }
        OptionalLong lacking = log == null ? OptionalLong.empty() : log.oldest();
        long lackingMillis = lacking.isPresent() ? TimeUnit.NANOSECONDS.toMillis(now - lacking.getAsLong()) : 0;
        return Math.max(lackingMillis, clock.millis() - position.timeMillis());
    }
}
