// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Visits each connection of an event loop once a second, a tenth of them at a time: the only timer, however many there are. */
final class Wheel {

    private static final Logger LOG = LoggerFactory.getLogger(Wheel.class);
    private static final int SLOTS = 10;
    private static final long TICK_MILLIS = 100;

    private final EventLoop loop;
    private final Timing timing;
    private final Backlog backlog;
    private final List<List<StreamConnection>> slots = new ArrayList<>(SLOTS);
    private @Nullable Future<?> turning;
    private int next;
    private int joining;

    /**
     * @param limits for slow, silent and old connections
     * @param clockMillis the time that heartbeats tell
     */
    record Timing(StreamLimits limits, LongSupplier clockMillis) {}

    Wheel(EventLoop loop, Timing timing, Backlog backlog) {
        this.loop = loop;
        this.timing = timing;
        this.backlog = backlog;
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new ArrayList<>());
        }
    }

    void start() {
        if (turning == null) {
            turning = loop.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void stop() {
        if (turning != null) {
            turning.cancel(false);
            turning = null;
        }
    }

    void add(StreamConnection connection) {
        connection.wheelSlot = joining;
        joining = (joining + 1) % SLOTS;
        List<StreamConnection> slot = slots.get(connection.wheelSlot);
        connection.wheelPlace = slot.size();
        slot.add(connection);
    }

    /** In one step: the last one takes its place. */
    void remove(StreamConnection connection) {
        List<StreamConnection> slot = slots.get(connection.wheelSlot);
        StreamConnection last = slot.removeLast();
        if (last != connection) {
            slot.set(connection.wheelPlace, last);
            last.wheelPlace = connection.wheelPlace;
        }
    }

    /** All connections of the loop. */
    List<StreamConnection> all() {
        return slots.stream().flatMap(List::stream).toList();
    }

    private void tick() {
        List<StreamConnection> slot = slots.get(next);
        next = (next + 1) % SLOTS;
        SharedHeartbeat shared = new SharedHeartbeat(timing.clockMillis().getAsLong());
        long now = System.nanoTime();
        try {
            // Backwards: one that ends meanwhile is replaced by one that was visited.
            for (int i = slot.size() - 1; i >= 0; i--) {
                if (i < slot.size()) {
                    visit(slot.get(i), now, shared);
                }
            }
        } finally {
            shared.release();
        }
        backlog.relieve();
    }

    /** One that cannot be visited, because there is no memory for it, say, ends: the others' turn comes all the same. */
    private void visit(StreamConnection connection, long now, SharedHeartbeat shared) {
        try {
            connection.visit(now, timing.limits(), shared);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.atWarn().setCause(e).log("a connection could not be checked and is closed");
            connection.drop();
        }
    }
}
