// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the requests behind a {@link HotRoute} be answered before a server goes. The web server would close the connections of those that
 * are answered there, which it takes for idle ones, and of all that come while it looks which ones are not. From the moment this is stopped
 * no more are taken.
 */
public final class HotProgress implements SmartLifecycle {

    /** Before the web server begins its end. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

    private static final long LOOK_MILLIS = 10;
    /** Who does not read his answer is not waited for as long as a phase of the shutdown lasts. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(8);

    private final AtomicInteger inProgress = new AtomicInteger();
    private volatile boolean running = true;

    /** Counts a request that will be answered; false: it must not be, and is not counted. */
    boolean begin() {
        // First counted, then looked: whoever stops this sees either the count or no request.
        inProgress.incrementAndGet();
        if (running) {
            return true;
        }
        inProgress.decrementAndGet();
        return false;
    }

    /** Its answer is written, or will never be. */
    void ended() {
        inProgress.decrementAndGet();
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    /** Returns at once; {@code stopped} runs when all are answered. */
    @Override
    public void stop(Runnable stopped) {
        stop();
        Thread.ofVirtual().name("outcry-hot-requests-end").start(() -> {
            try {
                long from = System.nanoTime();
                while (inProgress.get() > 0 && System.nanoTime() - from < LIMIT_NANOS) {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                stopped.run();
            }
        });
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
