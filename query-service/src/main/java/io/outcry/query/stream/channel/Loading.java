// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Asks the stored view until it is as new as it must be: a few times, for half a second at most. */
final class Loading {

    private static final int TRIES = 10;
    private static final long PAUSE_MILLIS = 50;

    private Loading() {}

    /**
     * @param enough whether an answer is new enough
     * @return fails with {@link ViewBehindException} if none was, or as the question did
     */
    static <T> CompletionStage<T> until(Predicate<T> enough, Supplier<CompletionStage<T>> question, String channel) {
        return attempt(enough, question, channel, TRIES);
    }

    /** Does something in a second. */
    static void later(Runnable task) {
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(task);
    }

    private static <T> CompletionStage<T> attempt(
            Predicate<T> enough, Supplier<CompletionStage<T>> question, String channel, int left) {
        return question.get().thenCompose(answer -> {
            if (enough.test(answer)) {
                return CompletableFuture.completedFuture(answer);
            }
            if (left == 1) {
                return CompletableFuture.failedFuture(new ViewBehindException(channel));
            }
            return CompletableFuture
                    .supplyAsync(() -> attempt(enough, question, channel, left - 1),
                            CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS))
                    .thenCompose(again -> again);
        });
    }
}
