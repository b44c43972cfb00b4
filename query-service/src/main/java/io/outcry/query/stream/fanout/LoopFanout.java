// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.internal.PlatformDependent;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The fan-out of one event loop. All but {@link #changed} is called on the loop. */
final class LoopFanout implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(LoopFanout.class);

    /** Connections that are served before other work of the loop gets its turn. */
    private static final int SLICE = 256;

    private final EventLoop loop;
    private final ByteBufAllocator allocator;
    private final StreamCounts counts;
    private final Map<LiveChannel, Audience> audiences = new IdentityHashMap<>();
    /** Bounded by the number of audiences: each is in it at most once. */
    private final Queue<Audience> changed = PlatformDependent.newMpscQueue();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** Bounded by the number of connections: each is in it at most once. */
    private final ArrayDeque<StreamConnection> marked = new ArrayDeque<>();
    /** Who is not up to date with this pass: all of a crowd get a part while its frame is there. Bounded as above. */
    private final List<StreamConnection> next = new ArrayList<>();
    private final List<Audience> withFrames = new ArrayList<>();
    private final Backlog backlog;
    private final Wheel wheel;

    /** @param limit bytes that may wait for the clients of this loop */
    LoopFanout(EventLoop loop, ByteBufAllocator allocator, StreamCounts counts, Wheel.Timing timing, long limit) {
        this.loop = loop;
        this.allocator = allocator;
        this.counts = counts;
        this.backlog = new Backlog(limit, counts.queued);
        this.wheel = new Wheel(loop, timing, backlog);
    }

    Backlog backlog() {
        return backlog;
    }

    Wheel wheel() {
        return wheel;
    }

    /** From any thread: the audience's channel has something new. */
    void changed(Audience audience) {
        changed.add(audience);
        wake();
    }

    private void wake() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                loop.execute(this);
            } catch (RejectedExecutionException closed) {
                // The loop has ended, and its connections with it.
                scheduled.set(false);
            }
        }
    }

    Subscription subscribe(StreamConnection connection, LiveChannel channel, Cursor from) {
        Audience audience = audiences.get(channel);
        if (audience == null) {
            audience = new Audience(channel, this);
            audiences.put(channel, audience);
            channel.join(audience);
        }
        Subscription subscription = new Subscription(audience, connection, from);
        audience.add(subscription);
        counts.subscriptions.increment();
        mark(subscription);
        wake();
        return subscription;
    }

    void unsubscribe(Subscription subscription) {
        subscription.ended = true;
        Audience audience = subscription.audience;
        audience.remove(subscription);
        counts.subscriptions.decrement();
        if (audience.isEmpty()) {
            audience.channel.leave(audience);
            audiences.remove(audience.channel);
        }
    }

    /** There is something to get for this subscription. */
    void mark(Subscription subscription) {
        StreamConnection connection = subscription.connection;
        if (connection.mark(subscription)) {
            marked.add(connection);
        }
    }

    /** A connection that was blocked can be written to again. */
    void resume(StreamConnection connection) {
        if (connection.unblock()) {
            marked.add(connection);
            wake();
        }
    }

    void hasFrames(Audience audience) {
        withFrames.add(audience);
    }

    @Override
    public void run() {
        scheduled.set(false);
        if (marked.isEmpty() || withFrames.isEmpty()) {
            takeChanges();
        }
        for (int served = 0; served < SLICE; served++) {
            StreamConnection connection = marked.poll();
            if (connection == null) {
                break;
            }
            deliver(connection);
        }
        if (marked.isEmpty()) {
            withFrames.forEach(Audience::releaseFrames);
            withFrames.clear();
            marked.addAll(next);
            next.clear();
        }
        if (!marked.isEmpty() || !changed.isEmpty()) {
            wake();
        }
    }

    /** As with the wheel's visits: the others' turn comes whatever happens to one. */
    private void deliver(StreamConnection connection) {
        try {
            if (connection.deliver(allocator)) {
                next.add(connection);
            }
            backlog.relieve();
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.atWarn().setCause(e).log("a connection could not be served and is closed");
            connection.drop();
        }
    }

    /** A pass begins. */
    private void takeChanges() {
        for (Audience audience = changed.poll(); audience != null; audience = changed.poll()) {
            audience.taken();
            audience.markAll();
        }
    }
}
