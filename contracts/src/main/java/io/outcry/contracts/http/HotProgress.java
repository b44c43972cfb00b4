// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.SmartLifecycle;

/**
 * Lets hot requests be answered before a server goes: the web server takes their connections for idle ones and closes them at once. From the
 * moment it is stopped no more are taken, and what comes goes the long way, for which the server waits by itself.
 */
public final class HotProgress implements SmartLifecycle {

    /** Before the web server begins its end. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

    private static final long LOOK_MILLIS = 10;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicInteger inProgress = new AtomicInteger();
    private volatile boolean running = true;

    /** Whether more may be taken. */
    boolean isOpen() {
        return running;
    }

    /** One will be answered later. */
    void begun() {
        inProgress.incrementAndGet();
    }

    /** It has been answered. */
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

    /** Returns at once; {@code stopped} runs when all are answered, but not at once: one may just be beginning. */
    @Override
    public void stop(Runnable stopped) {
        stop();
        Thread.ofVirtual().name("outcry-hot-requests-end").start(() -> {
            try {
                long from = System.nanoTime();
                do {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                } while (inProgress.get() > 0 && System.nanoTime() - from < LIMIT_NANOS);
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
