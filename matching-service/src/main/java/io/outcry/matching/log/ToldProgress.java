// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.contracts.topic.CommitFailures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the consumer group was told of how far one partition is. That is only looked at, so matching goes on where the group cannot be told,
 * and tells it less and less often. On the consumer's thread.
 */
final class ToldProgress {

    private static final Logger LOG = LoggerFactory.getLogger(ToldProgress.class);

    /** Failures in a row that still double the pause: Kafka's client writes a line for each. */
    private static final int LONGEST_PAUSE_DOUBLINGS = 6;

    private final int partition;
    private final CommitFailures failures = new CommitFailures();
    private boolean told;
    private long offset;
    private long atNanos;

    ToldProgress(int partition) {
        this.partition = partition;
    }

    /**
     * Whether the group is to be told: there is something new, and it was told long enough ago. From then on it counts as told.
     *
     * @param next offset of the first command whose outcome is not known to be on the log
     * @param intervalNanos between two times, where the group can be told
     */
    boolean isDue(long next, long nowNanos, long intervalNanos) {
        boolean tooSoon = told && nowNanos - atNanos < intervalNanos << Math.min(failures.count(), LONGEST_PAUSE_DOUBLINGS);
        if (offset == next || tooSoon) {
            return false;
        }
        told = true;
        offset = next;
        atNanos = nowNanos;
        return true;
    }

    /** @param failure why the group could not be told; null if it was */
    void answered(@Nullable Exception failure) {
        if (failure == null) {
            if (failures.end()) {
                LOG.atInfo().addKeyValue("partition", partition).log("offsets can be committed again");
            }
            return;
        }
        if (failures.add(failure)) {
            LOG.atWarn()
                    .addKeyValue("partition", partition)
                    .addKeyValue("reason", failure.toString())
                    .log("offsets cannot be committed, matching goes on, but the group does not show how far it is");
        }
        offset = 0;
    }
}
