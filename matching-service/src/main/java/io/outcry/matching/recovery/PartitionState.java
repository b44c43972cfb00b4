// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import java.util.Set;

/** The life of a partition in this process. A new assignment begins a new life. */
public enum PartitionState {

    /** Finding out what has been published, and reading the newest snapshot. */
    LOADING {
        @Override
        Set<PartitionState> before() {
            return Set.of();
        }
    },
    /** Applying commands whose outcomes are on the log already. */
    REPLAYING {
        @Override
        Set<PartitionState> before() {
            return Set.of(LOADING);
        }
    },
    /** Publishing the outcome of every command. */
    LIVE {
        @Override
        Set<PartitionState> before() {
            return Set.of(LOADING, REPLAYING);
        }
    },
    /** Stopped at a place in the log; nothing after it is applied. */
    FAILED {
        @Override
        Set<PartitionState> before() {
            return Set.of(LOADING, REPLAYING, LIVE);
        }
    },
    /** In other hands: whatever is still on its way here comes to nothing. */
    LEFT {
        @Override
        Set<PartitionState> before() {
            return Set.of(LOADING, REPLAYING, LIVE, FAILED);
        }
    };

    /** The states this one may follow. */
    abstract Set<PartitionState> before();

    /**
     * This state, if it may follow {@code current}.
     *
     * @throws IllegalStateException if it may not
     */
    public PartitionState after(PartitionState current) {
        if (!before().contains(current)) {
            throw new IllegalStateException("a partition that is " + current + " cannot become " + this);
        }
        return this;
    }
}
