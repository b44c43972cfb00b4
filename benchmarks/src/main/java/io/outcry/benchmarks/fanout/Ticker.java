// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Publishes prices when they are due, one symbol after the other. One that is late is published at once, with the time it was due. */
final class Ticker implements AutoCloseable {

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Broadcaster broadcaster;
    private final long[] sequences;
    private final int floodSymbol;
    private final Thread thread;
    private long floodSequence = 1;
    private long floodedNanos = System.nanoTime();
    private volatile int perSecond;
    private volatile int floodPerSecond;
    private volatile long published;
    private volatile boolean closed;

    /** @param symbols whose prices are published; the one behind them is for {@link #flood} */
    Ticker(Broadcaster broadcaster, int symbols) {
        floodSymbol = symbols;
        this.broadcaster = broadcaster;
        this.sequences = new long[symbols];
        Arrays.fill(sequences, 1);
        this.thread = Thread.ofPlatform().name("ticker").daemon().start(this::run);
    }

    /** Prices a second of all symbols together; 0 for none. */
    void rate(int newPerSecond) {
        perSecond = newPerSecond;
    }

    /** Prices a second of the symbol behind all others, beside those of {@link #rate}; they are not counted. */
    void flood(int newPerSecond) {
        floodPerSecond = newPerSecond;
    }

    long published() {
        return published;
    }

    private void run() {
        int rate = 0;
        long startNanos = 0;
        long startMillis = 0;
        long number = 0;
        while (!closed) {
            flood();
            if (rate != perSecond) {
                rate = perSecond;
                startNanos = System.nanoTime();
                startMillis = System.currentTimeMillis();
                number = 0;
            }
            if (rate == 0) {
                LockSupport.parkNanos(IDLE_NANOS);
                continue;
            }
            long dueNanos = number * TimeUnit.SECONDS.toNanos(1) / rate;
            long early = startNanos + dueNanos - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(Math.min(early, IDLE_NANOS));
                continue;
            }
            int symbol = (int) (published % sequences.length);
            broadcaster.publish(new Quote(symbol, ++sequences[symbol], startMillis + TimeUnit.NANOSECONDS.toMillis(dueNanos)));
            published = published + 1;
            number++;
        }
    }

    private void flood() {
        int flood = floodPerSecond;
        long now = System.nanoTime();
        if (flood == 0) {
            floodedNanos = now;
            return;
        }
        long step = TimeUnit.SECONDS.toNanos(1) / flood;
        for (; now - floodedNanos >= step; floodedNanos += step) {
            broadcaster.publish(new Quote(floodSymbol, ++floodSequence, System.currentTimeMillis()));
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
