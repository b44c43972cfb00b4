// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.outcry.query.stream.channel.Channels;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.StreamSupport;

/** All connections of this instance: admits them, gives each to the fan-out of its event loop, and sends them away in the end. */
public final class Fanout {

    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    private final Channels channels;
    private final StreamLimits limits;
    private final StreamCounts counts;
    private final ByteBufAllocator allocator;
    private final Wheel.Timing timing;
    private final Bucket rate;
    private final Map<EventLoop, LoopFanout> loops = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    /**
     * @param allocator of everything that is sent
     * @param clockMillis the time that heartbeats tell
     */
    public Fanout(Channels channels, StreamLimits limits, StreamCounts counts, ByteBufAllocator allocator, LongSupplier clockMillis) {
        this.channels = channels;
        this.limits = limits;
        this.counts = counts;
        this.allocator = allocator;
        this.timing = new Wheel.Timing(limits, clockMillis);
        this.rate = new Bucket(limits.connectsPerSecond(), limits.connectsPerSecond(), System.nanoTime());
    }

    public Channels channels() {
        return channels;
    }

    public StreamLimits limits() {
        return limits;
    }

    public StreamCounts counts() {
        return counts;
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    /**
     * Whether one more connection may come; if so, {@link #open} or {@link #left} has to follow.
     *
     * @return false if there are too many, too many at once, or the server goes down; counted
     */
    public boolean admit() {
        if (!stopped && isInTime()) {
            if (counts.connections.incrementAndGet() <= limits.maxConnections()) {
                return true;
            }
            counts.connections.decrementAndGet();
        }
        counts.refused();
        return false;
    }

    private boolean isInTime() {
        synchronized (rate) {
            return rate.take(System.nanoTime());
        }
    }

    /** Gives back what {@link #admit} took. */
    public void left() {
        counts.connections.decrementAndGet();
    }

    /** A connection that was admitted, on its event loop. */
    public StreamConnection open(ChannelHandlerContext context, WireFormat format) {
        EventLoop of = context.channel().eventLoop();
        LoopFanout loop = loops.computeIfAbsent(of,
                key -> new LoopFanout(key, allocator, counts, timing, limits.maxQueuedBytes() / loopsBeside(key)));
        loop.wheel().start();
        StreamConnection connection = new StreamConnection(this, loop, context, format);
        loop.wheel().add(connection);
        if (stopped) {
            connection.end(EndReason.SHUTDOWN);
        }
        return connection;
    }

    /** How many loops there are with this one: the server gives each as many connections. */
    private static long loopsBeside(EventLoop loop) {
        return loop.parent() == null ? 1 : StreamSupport.stream(loop.parent().spliterator(), false).count();
    }

    /** Says goodbye to everybody and waits until they have gone, not longer than {@code patience}. Nobody is admitted any more. */
    public void stop(Duration patience) {
        stopped = true;
        loops.forEach((of, loop) -> {
            if (!of.isShuttingDown()) {
                of.execute(() -> loop.wheel().all().forEach(connection -> connection.end(EndReason.SHUTDOWN)));
            }
        });
        long deadline = System.nanoTime() + patience.toNanos();
        while (counts.connections() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        loops.forEach((of, loop) -> {
            if (!of.isShuttingDown()) {
                of.execute(loop.wheel()::stop);
            }
        });
    }
}
