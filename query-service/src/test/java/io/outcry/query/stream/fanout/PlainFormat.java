// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.Update;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The messages as they are; counts how many were made. */
final class PlainFormat implements WireFormat {

    private final int index;
    private final boolean fails;
    /** Clients can be asked whether they are there. */
    boolean pings;
    int heartbeatSeconds = 1;
    int updates;
    int heartbeats;

    /** @param fails there is no memory for messages, say */
    PlainFormat(int index, boolean fails) {
        this.index = index;
        this.fails = fails;
    }

    private static ByteBuf text(ByteBufAllocator allocator, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return allocator.directBuffer(bytes.length).writeBytes(bytes);
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public ByteBuf update(ByteBufAllocator allocator, Update update) {
        if (fails) {
            throw new IllegalStateException("there is no memory for it, say");
        }
        updates++;
        return allocator.directBuffer().writeBytes(update.messages().getFirst());
    }

    @Override
    public ByteBuf heartbeat(ByteBufAllocator allocator, Heartbeat heartbeat) {
        heartbeats++;
        return text(allocator, "heartbeat");
    }

    @Override
    public int heartbeatSeconds() {
        return heartbeatSeconds;
    }

    @Override
    public @Nullable ByteBuf ping(ByteBufAllocator allocator) {
        return pings ? text(allocator, "ping") : null;
    }

    @Override
    public ByteBuf bye(ByteBufAllocator allocator, EndReason reason, int retryMillis) {
        return text(allocator, "bye");
    }
}
