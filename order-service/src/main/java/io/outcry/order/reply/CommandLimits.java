// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

/**
 * How many commands may be under way; a tenth of both is kept for urgent ones.
 *
 * @param pending commands of this instance that have no answer yet
 * @param undecided commands in a partition of the log before the engine, as far as this instance knows: those of all instances up to the last one
 *     that it has written itself, answered or not
 */
public record CommandLimits(int pending, int undecided) {

    private static final int KEPT_PART = 10;

    /** Whether one more command may be written where there are so many with it. */
    boolean admit(boolean urgent, long nowPending, long nowUndecided) {
        return nowPending <= room(pending, urgent) && nowUndecided <= room(undecided, urgent);
    }

    private static int room(int limit, boolean urgent) {
        return urgent ? limit : limit - limit / KEPT_PART;
    }
}
