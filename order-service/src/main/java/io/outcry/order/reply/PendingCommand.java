// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import io.outcry.contracts.position.LogPosition;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.log.WriteListener;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One command between its write and its answer. Outcome, acknowledgement, failure and deadline may come in any order and from any thread;
 * the first that settles it wins.
 */
final class PendingCommand implements WriteListener, TimerTask {

    private static final long NOT_WRITTEN = -1;

    private final Runnable onSettled;
    private final Consumer<CommandResult> onResult;
    private final Function<PendingCommand, Timeout> hardLimit;
    private long position = NOT_WRITTEN;
    private boolean deadlinePassed;
    private boolean hardLimitSet;
    private boolean settled;
    private @Nullable Timeout timeout;

    /**
     * @param waits false: acknowledged is enough
     * @param hardLimit starts the last timer, for a command that Kafka has neither acknowledged nor failed at its deadline
     * @param onSettled is called once, as soon as it is certain that there is an answer
     * @param onResult is called once
     */
    PendingCommand(
            boolean waits, Function<PendingCommand, Timeout> hardLimit, Runnable onSettled, Consumer<CommandResult> onResult) {
        this.deadlinePassed = !waits;
        this.hardLimit = hardLimit;
        this.onSettled = onSettled;
        this.onResult = onResult;
    }

    /** Starts its timer, before it is written. */
    synchronized void arm(Function<PendingCommand, Timeout> deadline) {
        hardLimitSet = deadlinePassed;
        timeout = deadlinePassed ? hardLimit.apply(this) : deadline.apply(this);
    }

    /**
     * Its outcome has come: nothing else answers it from now on, however long the answer takes to be made.
     *
     * @return false: it is answered already
     */
    boolean claim() {
        Timeout pending;
        synchronized (this) {
            if (settled) {
                return false;
            }
            settled = true;
            pending = timeout;
        }
        if (pending != null) {
            pending.cancel();
        }
        onSettled.run();
        return true;
    }

    /** The answer of one that has been claimed; once. */
    void answer(CommandResult result) {
        onResult.accept(result);
    }

    /** What else is known of one that has been claimed and whose outcome says nothing. */
    synchronized CommandResult withoutOutcome() {
        return position == NOT_WRITTEN ? new CommandResult.NotWritten(WriteFailure.UNKNOWN) : new CommandResult.Written(position);
    }

    @Override
    public void written(int partition, long offset) {
        long at = LogPosition.of(partition, offset);
        synchronized (this) {
            position = at;
            if (!deadlinePassed) {
                return;
            }
        }
        settle(new CommandResult.Written(at));
    }

    @Override
    public void failed(WriteFailure failure) {
        settle(new CommandResult.NotWritten(failure));
    }

    @Override
    public void run(Timeout fired) {
        synchronized (this) {
            deadlinePassed = true;
            if (settled) {
                return;
            }
            if (position == NOT_WRITTEN && !hardLimitSet) {
                hardLimitSet = true;
                timeout = hardLimit.apply(this);
                return;
            }
        }
        settle(withoutOutcome());
    }

    private void settle(CommandResult result) {
        if (claim()) {
            answer(result);
        }
    }
}
