// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that an {@link OutcomePublisher} has beside its callers' own: one that sends, in order, and one that waits for a flush. How much
 * waits is bounded by the callers: {@link Unacknowledged#LIMIT} outcomes of each partition, and a poll.
 */
final class SendThreads implements AutoCloseable {

    private final ExecutorService sends = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new WatchedQueue(), Thread.ofPlatform().daemon().name("outcry-matching-send").factory());

    /** Forgets what it is asked while the same is still to be done, and at the end. */
    private final ExecutorService flushes = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
            Thread.ofPlatform().daemon().name("outcry-matching-flush").factory(), new ThreadPoolExecutor.DiscardPolicy());

    /** @throws java.util.concurrent.RejectedExecutionException after the end */
    void send(Runnable batch) {
        sends.execute(batch);
    }

    void flush(Runnable flush) {
        flushes.execute(flush);
    }

    /** What waits to be sent is still tried: it fails at a producer that is closed, and whoever waits for it is told. */
    @Override
    public void close() {
        sends.shutdown();
        flushes.shutdown();
    }

    /**
     * Whoever takes from it looks again and again for ten milliseconds before he asks to be woken: to wake a thread costs the one who
     * does it, which is the engine's, as much as some hundred commands (docs/performance.md, Pipeline).
     */
    private static final class WatchedQueue extends LinkedBlockingQueue<Runnable> {

        private static final long serialVersionUID = 1;
        private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
        private static final int LOOKS = 50;

        @Override
        public Runnable take() throws InterruptedException {
            for (int i = 0; i < LOOKS; i++) {
                Runnable next = poll();
                if (next != null) {
                    return next;
                }
                LockSupport.parkNanos(this, REST_NANOS);
            }
            return super.take();
        }
    }
}
