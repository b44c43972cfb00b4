// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.ViewPosition;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;

/** What the script that applies a batch is told before its commands: where the partition goes, and which closed orders it forgets. */
final class BatchHeaders {

    /**
     * Closed orders that one call forgets for each record: more than records close on the average. What one closes beyond that, as a mass
     * cancel does with 10,000, the calls behind it forget, lest Redis does nothing else for long.
     */
    private static final int FORGOTTEN_PER_RECORD = 2;

    private static final int FORGOTTEN_MIN = 100;

    private final Duration retention;
    private final Clock clock;

    /** @param retention how long a closed order is kept */
    BatchHeaders(Duration retention, Clock clock) {
        this.retention = retention;
        this.clock = clock;
    }

    /**
     * For a batch of so many records. By the clock or by the newest of them, whichever is earlier: a clock that was set forward would empty
     * the view of everybody, and what is filled again is what was there.
     */
    byte[][] of(ViewPartition partition, ViewPosition expected, ViewPosition next, int records) {
        return header(partition, expected, next, records, Math.min(clock.millis(), next.timeMillis()));
    }

    /**
     * For no commands where the partition is and stays at {@code position}: as much is forgotten as with a batch of so many records. By the
     * clock, for what comes next cannot tell the time before it has found room.
     */
    byte[][] forgetting(ViewPartition partition, ViewPosition position, int records) {
        return header(partition, position, position, records, clock.millis());
    }

    private byte[][] header(ViewPartition partition, ViewPosition expected, ViewPosition next, int records, long millis) {
        return Stream.of(
                text(expected), next.stored(), PositionFeed.CHANNEL, partition.toString(), new ViewKeys(partition).prefix(),
                Long.toString(millis - retention.toMillis()),
                Integer.toString(FORGOTTEN_MIN + FORGOTTEN_PER_RECORD * records)).map(CommandSink::text).toArray(byte[][]::new);
    }

    /** A position as the script compares it. */
    static String text(ViewPosition position) {
        return position.isEmpty() ? "" : position.stored();
    }
}
