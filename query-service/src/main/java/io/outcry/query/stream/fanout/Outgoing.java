// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * What one connection gets in one pass. A frame is shared by all who get it; only where a connection gets several small ones at once they
 * are copied into one buffer, because a socket write with a hundred pieces costs more than copying them.
 */
final class Outgoing {

    private static final int SEVERAL = 4;
    private static final int SMALL = 2_048;
    private static final int BATCH = 16_384;

    private final ChannelHandlerContext context;
    private final ByteBufAllocator allocator;
    private final StreamConnection connection;
    private final int frames;
    private @Nullable ByteBuf batch;
    private boolean written;
    private long delivered;
    private long conflated;
    private long dropped;

    /** @param frames expected */
    Outgoing(ChannelHandlerContext context, ByteBufAllocator allocator, StreamConnection connection, int frames) {
        this.context = context;
        this.allocator = allocator;
        this.connection = connection;
        this.frames = frames;
    }

    void add(Frame frame) {
        ByteBuf bytes = frame.bytes();
        if (bytes == null) {
            return;
        }
        delivered += frame.update().messages().size();
        conflated += frame.update().conflated();
        dropped += frame.update().dropped();
        if (bytes.readableBytes() > SMALL) {
            writeBatch();
            connection.writeShared(bytes, frame.holders());
            written = true;
            return;
        }
        if (frames < SEVERAL) {
            context.write(bytes.retainedDuplicate(), context.voidPromise());
            written = true;
            return;
        }
        ByteBuf open = batch;
        if (open == null) {
            open = allocator.directBuffer(Math.min(BATCH + SMALL, frames * bytes.readableBytes()));
            batch = open;
        }
        open.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
        if (open.readableBytes() >= BATCH) {
            writeBatch();
        }
    }

    private void writeBatch() {
        ByteBuf full = batch;
        if (full != null) {
            batch = null;
            context.write(full, context.voidPromise());
            written = true;
        }
    }

    void flush() {
        writeBatch();
        if (written) {
            written = false;
            context.flush();
        }
    }

    void finish(StreamCounts counts) {
        flush();
        if (delivered > 0) {
            counts.delivered.add(delivered);
        }
        if (conflated > 0) {
            counts.conflated.add(conflated);
        }
        if (dropped > 0) {
            counts.dropped.add(dropped);
        }
    }
}
