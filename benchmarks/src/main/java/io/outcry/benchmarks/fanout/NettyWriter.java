// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Writes the newest messages to all sockets of one event loop. */
final class NettyWriter implements Runnable {

    private static final int TEXT = 0x81;
    private static final int LENGTH_16 = 126;
    private static final int HEADER = 4;

    private final EventLoop loop;
    private final List<Channel> sockets = new ArrayList<>();
    private final AtomicReferenceArray<byte[]> newest;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile int size;

    NettyWriter(EventLoop loop, int symbols) {
        this.loop = loop;
        this.newest = new AtomicReferenceArray<>(symbols);
    }

    void join(Channel socket) {
        sockets.add(socket);
        size = sockets.size();
    }

    void leave(Channel socket) {
        sockets.remove(socket);
        size = sockets.size();
    }

    int size() {
        return size;
    }

    void offer(int symbol, byte[] message) {
        newest.set(symbol, message);
        if (scheduled.compareAndSet(false, true)) {
            loop.execute(this);
        }
    }

    @Override
    public void run() {
        scheduled.set(false);
        List<ByteBuf> frames = new ArrayList<>();
        for (int symbol = 0; symbol < newest.length(); symbol++) {
            byte[] message = newest.getAndSet(symbol, null);
            if (message != null) {
                frames.add(ByteBufAllocator.DEFAULT.directBuffer(message.length + HEADER)
                        .writeByte(TEXT).writeByte(LENGTH_16).writeShort(message.length).writeBytes(message));
            }
        }
        for (Channel socket : sockets) {
            if (socket.isWritable()) {
                for (ByteBuf frame : frames) {
                    socket.write(frame.retainedDuplicate(), socket.voidPromise());
                }
                socket.flush();
            }
        }
        frames.forEach(ByteBuf::release);
    }
}
