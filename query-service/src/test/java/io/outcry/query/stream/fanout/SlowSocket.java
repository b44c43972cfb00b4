// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;

/** Takes as much as the test says, and is full where anything is left. */
final class SlowSocket extends EmbeddedChannel {

    private int takes = Integer.MAX_VALUE;
    private int takesBytes;
    private boolean broken;

    SlowSocket() {
        super(new ChannelInboundHandlerAdapter() {

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                // What was not taken when it was closed.
            }
        });
        config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
    }

    /** What is written gets nowhere, not even to be sent. */
    void holdsWrites() {
        pipeline().addFirst(new ChannelOutboundHandlerAdapter() {

            @Override
            public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
                ReferenceCountUtil.release(message);
            }
        });
    }

    void fill(int... sizes) {
        takes = 0;
        for (int size : sizes) {
            write(alloc().buffer(size).writeZero(size));
        }
        flush();
    }

    void take(int messages) {
        takes = messages;
        flush();
    }

    /** So much of the message that is next. */
    void takeBytes(int bytes) {
        takesBytes = bytes;
        take(0);
    }

    /** Whoever does something with it next meets a fault of the program. */
    void breaks() {
        broken = true;
    }

    @Override
    public ChannelConfig config() {
        if (broken) {
            broken = false;
            throw new IllegalStateException("a fault of the program");
        }
        return super.config();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        if (takes == Integer.MAX_VALUE) {
            super.doWrite(in);
            return;
        }
        for (; takes > 0 && in.current() != null; takes--) {
            in.remove();
        }
        in.removeBytes(takesBytes);
        takesBytes = 0;
    }
}
