// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.fanout.Fanout;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Says goodbye to all clients before anything else is stopped, forgets channels that nobody watches, and counts who watches a price as one who
 * reads it every second.
 */
final class StreamLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(StreamLifecycle.class);
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final Fanout fanout;
    private final Channels channels;
    private final PriceReadCounts reads;
    private final LongSupplier clockMillis;
    private final int sweepSeconds;
    private @Nullable ScheduledExecutorService sweeper;

    /** @param sweepSeconds between two looks at which channels are watched */
    StreamLifecycle(Fanout fanout, Channels channels, PriceReadCounts reads, LongSupplier clockMillis, int sweepSeconds) {
        this.fanout = fanout;
        this.channels = channels;
        this.reads = reads;
        this.clockMillis = clockMillis;
        this.sweepSeconds = sweepSeconds;
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("outcry-query-streams").daemon().factory());
        thread.scheduleWithFixedDelay(this::sweepInOrder, sweepSeconds, sweepSeconds, TimeUnit.SECONDS);
        sweeper = thread;
    }

    private void sweepInOrder() {
        try {
            sweep();
        } catch (RuntimeException | OutOfMemoryError e) {
            // Thrown on, it would be the last: nothing would be forgotten any more, and who watches a price would not count.
            LOG.atError().setCause(e).log("the channels of streams could not be swept, the next sweep is soon");
        }
    }

    private void sweep() {
        channels.sweep();
        long now = clockMillis.getAsLong();
        channels.watchedPrices((symbol, watchers) -> reads.read(symbol, (long) watchers * sweepSeconds, now));
    }

    @Override
    public synchronized void stop() {
        if (sweeper != null) {
            sweeper.shutdownNow();
            sweeper = null;
        }
        fanout.stop(GOODBYE);
    }

    @Override
    public synchronized boolean isRunning() {
        return sweeper != null;
    }

    /** The last to start and the first to stop: before the server waits for requests that are under way. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
