// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Commits of offsets that have failed since the last one that did not, and whether that is to be said. While a group is rebalanced, or its
 * coordinator moves to another broker, nobody has to do anything: it is said of these only if it lasts. On one thread.
 */
public final class CommitFailures {

    /** Tried again half a second or one after the first, then twice as long after each: these have lasted for half a minute. */
    private static final int LASTING = 6;

    private int count;
    private boolean told;

    public int count() {
        return count;
    }

    /** @return true if it is to be said now, which it is once */
    public boolean add(Exception failure) {
        count++;
        boolean due = !told && (count >= LASTING || !passes(failure));
        told |= due;
        return due;
    }

    /**
     * A commit was taken.
     *
     * @return true if it was said that they are not
     */
    public boolean end() {
        boolean wasTold = told;
        count = 0;
        told = false;
        return wasTold;
    }

    private static boolean passes(Exception failure) {
        return failure instanceof RebalanceInProgressException || failure instanceof RetriableException;
    }
}
