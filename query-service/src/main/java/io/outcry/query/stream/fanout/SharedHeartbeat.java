// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.LiveChannel;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The heartbeats of one tick. Connections with the same single channel at the same place, or with none, share one buffer. */
final class SharedHeartbeat {

    private final long timeMillis;
    private @Nullable ByteBuf bytes;
    private @Nullable LiveChannel channel;
    private long sequence;
    private int format = -1;

    SharedHeartbeat(long timeMillis) {
        this.timeMillis = timeMillis;
    }

    long timeMillis() {
        return timeMillis;
    }

    /** To be written by one connection. */
    ByteBuf of(Collection<Subscription> subscriptions, WireFormat wire, ByteBufAllocator allocator) {
        Heartbeat heartbeat = new Heartbeat(timeMillis, subscriptions);
        if (subscriptions.size() > 1) {
            return wire.heartbeat(allocator, heartbeat);
        }
        Subscription only = subscriptions.isEmpty() ? null : subscriptions.iterator().next();
        LiveChannel of = only == null ? null : only.channel();
        // Whoever has nothing yet is at no sequence.
        long at = only == null ? 0 : only.cursor().version() < 0 ? -1 : only.cursor().sequence();
        ByteBuf made = bytes;
        if (made == null || of != channel || at != sequence || format != wire.index()) {
            release();
            made = wire.heartbeat(allocator, heartbeat);
            bytes = made;
            channel = of;
            sequence = at;
            format = wire.index();
        }
        return made.retainedDuplicate();
    }

    void release() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
    }
}
