// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.VenueFaults.Active;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One socket of a client: the venue's rules about it are enforced, and its faults show. */
final class SimulatedFeedConnection extends SimpleChannelInboundHandler<WebSocketFrame> {

    private static final long TICK_MILLIS = 250;
    private static final int GOING_AWAY = 1001;
    private static final int POLICY = 1008;
    /** So many ticks with a full buffer, and the client is too slow. */
    private static final int MAX_TICKS_UNWRITABLE = 20;

    private final SimulatedExchange exchange;
    private final FeedSession session;
    private final VenueFaults faults;
    private final VenueRules rules;
    private final SocketLimit inbound;
    private final long openedMillis;
    private long pingMillis;
    private long pongMillis;
    private int ticksUnwritable;
    private boolean leaving;
    private @Nullable FaultyOutbox out;
    private @Nullable Future<?> ticking;

    SimulatedFeedConnection(SimulatedExchange exchange, FeedSession session) {
        this.exchange = exchange;
        this.session = session;
        this.faults = exchange.faults();
        this.rules = exchange.rules();
        this.inbound = new SocketLimit(rules.messagesPerSecond(), 1_000);
        this.openedMillis = faults.nowMillis();
        this.pingMillis = openedMillis;
        this.pongMillis = openedMillis;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        FaultyOutbox outbox = new FaultyOutbox(ctx, exchange.faults(), exchange.traffic());
        out = outbox;
        session.opened(outbox);
        ticking = ctx.executor().scheduleAtFixedRate(() -> tick(ctx, outbox), 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (ticking != null) {
            ticking.cancel(false);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
        FaultyOutbox outbox = out;
        long now = faults.nowMillis();
        if (outbox == null) {
            return;
        }
        if (!inbound.admit(now)) {
            cut(ctx, "Too many messages");
            return;
        }
        boolean mute = faults.at(InjectedFault.NO_PONG, Scope.SOCKET) != null || faults.at(InjectedFault.HALF_OPEN, Scope.SOCKET) != null;
        switch (frame) {
            case PingWebSocketFrame ping when !mute -> ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
            case PongWebSocketFrame pong -> pongMillis = now;
            case CloseWebSocketFrame close -> ctx.writeAndFlush(close.retain()).addListener(ChannelFutureListener.CLOSE);
            case TextWebSocketFrame text -> {
                session.received(text.text(), outbox);
                // Else a long answer would count as one that the client does not read.
                ctx.flush();
                if (session.streams() > rules.streamsPerSocket()) {
                    cut(ctx, "Too many streams");
                }
            }
            default -> {}
        }
    }

    private void tick(ChannelHandlerContext ctx, FaultyOutbox outbox) {
        long now = faults.nowMillis();
        if (faults.at(InjectedFault.RESET, Scope.SOCKET) != null) {
            RestConnection.reset(ctx);
        } else if (breaksARule(now)) {
            cut(ctx, "Not subscribed in time, or pings not answered");
        } else if (now - openedMillis >= rules.longestConnection().toMillis()) {
            close(ctx, GOING_AWAY, "Connected for too long");
        } else if (!ctx.channel().isWritable()) {
            ticksUnwritable++;
            if (ticksUnwritable > MAX_TICKS_UNWRITABLE) {
                cut(ctx, "ErrSlowConsume");
            }
        } else if (faults.at(InjectedFault.HALF_OPEN, Scope.SOCKET) == null) {
            ticksUnwritable = 0;
            ping(ctx, now);
            leave(ctx, outbox);
            session.tick(now, outbox);
            ctx.flush();
        }
    }

    private boolean breaksARule(long now) {
        boolean idle = !rules.subscribeWithin().isZero()
                && session.streams() == 0
                && now - openedMillis >= rules.subscribeWithin().toMillis();
        boolean deaf = !rules.pingEvery().isZero() && now - pongMillis >= rules.pingEvery().plus(rules.pongWithin()).toMillis();
        return idle || deaf;
    }

    private void ping(ChannelHandlerContext ctx, long now) {
        if (!rules.pingEvery().isZero() && now - pingMillis >= rules.pingEvery().toMillis()) {
            pingMillis = now;
            ctx.write(new PingWebSocketFrame(Unpooled.copiedBuffer(String.valueOf(now), StandardCharsets.US_ASCII)));
        }
    }

    /** Only for those who were here when the notice was given. */
    private void leave(ChannelHandlerContext ctx, FaultyOutbox outbox) {
        Active shutdown = faults.at(InjectedFault.SERVER_SHUTDOWN, Scope.SOCKET);
        if (shutdown != null && !leaving && openedMillis <= shutdown.sinceMillis()) {
            leaving = true;
            session.leaving(outbox);
            ctx.executor().schedule(
                    () -> close(ctx, GOING_AWAY, "Server shutdown"), (long) Math.clamp(shutdown.amount(), 0, 600_000),
                    TimeUnit.MILLISECONDS);
        }
    }

    private void cut(ChannelHandlerContext ctx, String reason) {
        exchange.traffic().socketCut();
        close(ctx, POLICY, reason);
    }

    private void close(ChannelHandlerContext ctx, int code, String reason) {
        if (ticking != null) {
            ticking.cancel(false);
        }
        ctx.writeAndFlush(new CloseWebSocketFrame(code, reason)).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
