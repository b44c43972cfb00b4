// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;

/**
 * Closes connections where nothing happens: kept open for a request that never comes, left in the middle of one, or by a client that does not
 * take his answers. Each of them would keep somebody else from connecting, see {@link ConnectionLimit}.
 *
 * <p>It stands behind the HTTP codec, so a request counts when its head is whole, however slowly that came.
 */
final class IdleConnections extends ChannelDuplexHandler {

    private static final String NAME = "outcry.idle";

    /** So many times in each time that is allowed it looks whether anything has happened. */
    private static final int LOOKS = 4;

    private final long lookMillis;
    private @Nullable Future<?> looking;
    private int quietLooks;

    /** How much of what was written still waited at the last look, and how much of the first of that had left. */
    private long waitingBytes;
    private long leftOfFirst;

    IdleConnections(long lookMillis) {
        this.lookMillis = lookMillis;
    }

    /**
     * Makes a server close a connection when nothing has happened on it for {@code timeout}, a quarter of that later at most.
     *
     * @throws IllegalArgumentException if that is less than a second
     */
    static HttpServer in(HttpServer server, Duration timeout) {
        Setting.atLeast("outcry.http.idle-timeout", timeout, Duration.ofSeconds(1));
        long lookMillis = timeout.toMillis() / LOOKS;
        return BehindCodec.put(server, NAME, () -> new IdleConnections(lookMillis));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        looking = context.executor().scheduleWithFixedDelay(() -> look(context), lookMillis, lookMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (looking != null) {
            looking.cancel(false);
        }
    }

    private void look(ChannelHandlerContext context) {
        if (hasTaken(context)) {
            quietLooks = 0;
        }
        if (++quietLooks > LOOKS) {
            context.close();
        }
    }

    /** Whether the client has taken more of his answers since the last look: one answer is one write, however long it takes to leave. */
    private boolean hasTaken(ChannelHandlerContext context) {
        ChannelOutboundBuffer waiting = context.channel().unsafe().outboundBuffer();
        if (waiting == null) {
            return false;
        }
        boolean taken = waiting.totalPendingWriteBytes() != waitingBytes || waiting.currentProgress() != leftOfFirst;
        waitingBytes = waiting.totalPendingWriteBytes();
        leftOfFirst = waiting.currentProgress();
        return taken;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        quietLooks = 0;
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        quietLooks = 0;
        context.write(message, promise);
    }
}
