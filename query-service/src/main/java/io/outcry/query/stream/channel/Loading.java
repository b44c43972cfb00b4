// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a channel begins with, from the stored view: asked for until it is as new as it must be, but no more after half a second. Of
 * several questions only the last counts, for an answer to one before may be older. The channel's lock guards it.
 *
 * @param <T> what the stored view answers
 */
final class Loading<T> {

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PAUSE_MILLIS = 50;
    private static final long AGAIN_MILLIS = 1_000;

    private final LiveChannel channel;
    private final Supplier<CompletionStage<T>> question;
    private CompletableFuture<Void> ready = new CompletableFuture<>();
    private int asked;
    /** Subscribers are waiting for what follows: it is asked for until it comes. */
    private boolean begun;

    Loading(LiveChannel channel, Supplier<CompletionStage<T>> question) {
        this.channel = channel;
        this.question = question;
    }

    /** Completes when there is an answer; fails with {@link ViewBehindException} if none was new enough, or as the question did. */
    CompletionStage<Void> ready() {
        synchronized (channel) {
            return ready;
        }
    }

    /**
     * Asks.
     *
     * @param enough whether an answer is new enough; asked again with the channel locked, before it begins
     * @param begin takes the answer over, with the channel locked
     */
    void ask(Predicate<T> enough, Consumer<T> begin) {
        int number;
        synchronized (channel) {
            number = ++asked;
            // Who came before it was asked for waits for the same answer.
            ready = ready.isDone() ? new CompletableFuture<>() : ready;
        }
        attempt(enough, System.nanoTime()).whenComplete((answer, failed) -> {
            CompletableFuture<Void> waiting;
            Throwable failure;
            boolean again;
            synchronized (channel) {
                if (number != asked) {
                    return;
                }
                failure = failed == null && !enough.test(answer) ? new ViewBehindException(channel.name()) : failed;
                if (failure == null) {
                    begun = true;
                    begin.accept(answer);
                }
                waiting = ready;
                again = failure != null && begun && channel.users() > 0;
            }
            if (failure == null) {
                waiting.complete(null);
                channel.announce();
            } else {
                waiting.completeExceptionally(failure);
            }
            if (again) {
                after(AGAIN_MILLIS, () -> askAgain(number, enough, begin));
            }
        });
    }

    private void askAgain(int number, Predicate<T> enough, Consumer<T> begin) {
        synchronized (channel) {
            if (number != asked) {
                return;
            }
        }
        ask(enough, begin);
    }

    private CompletionStage<T> attempt(Predicate<T> enough, long begunNanos) {
        return question.get().thenCompose(answer -> {
            if (enough.test(answer)) {
                return CompletableFuture.completedFuture(answer);
            }
            if (System.nanoTime() - begunNanos > PATIENCE_NANOS) {
                return CompletableFuture.failedFuture(new ViewBehindException(channel.name()));
            }
            CompletableFuture<T> later = new CompletableFuture<>();
            after(PAUSE_MILLIS, () -> attempt(enough, begunNanos).whenComplete((found, failure) -> {
                if (failure == null) {
                    later.complete(found);
                } else {
                    later.completeExceptionally(failure);
                }
            }));
            return later;
        });
    }

    private static void after(long millis, Runnable task) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task);
    }
}
