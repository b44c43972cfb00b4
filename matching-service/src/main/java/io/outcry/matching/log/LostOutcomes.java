// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.recovery.CommandFailedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * The partitions whose outcome was lost, and with it all that the publisher had on its way. Once may be the broker's end. One that loses an
 * outcome after a start anew as well has a log that takes none, such as one without enough replicas, and would take the others with it again and
 * again; so would one with an outcome that is too large for its log. Safe for all threads.
 */
final class LostOutcomes {

    private static final int DOUBTED = 2;

    private final Map<Integer, Integer> times = new ConcurrentHashMap<>();
    private final Map<Integer, CommandFailedException> tooLarge = new ConcurrentHashMap<>();

    void add(OutcomePublisher.Loss loss) {
        if (loss.cause() instanceof RecordTooLargeException cause) {
            tooLarge.put(loss.partition(), new CommandFailedException(loss.offset(), cause));
        } else {
            times.merge(loss.partition(), 1, Integer::sum);
        }
    }

    /** @throws CommandFailedException if a partition has an outcome that its log takes at no time */
    void check(int partition) {
        CommandFailedException failure = tooLarge.get(partition);
        if (failure != null) {
            throw failure;
        }
    }

    /** Whether a partition's log has to be tried before the partition is live again. */
    boolean isDoubted(int partition) {
        return times.getOrDefault(partition, 0) >= DOUBTED;
    }

    /** The log has taken an outcome of a partition. */
    void written(int partition) {
        times.remove(partition);
    }
}
