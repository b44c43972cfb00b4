// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.VenueFaults.Active;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** One HTTP connection to a venue: requests one after the other, and everything that can go wrong with a connection. */
final class RestConnection extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final int PIECE_BYTES = 1 << 20;
    private static final String PAGE = "<html><body><h1>Just a moment...</h1></body></html>";

    private final SimulatedExchange exchange;
    private final VenueFaults faults;

    RestConnection(SimulatedExchange exchange) {
        this.exchange = exchange;
        this.faults = exchange.faults();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        boolean socket = "websocket".equalsIgnoreCase(request.headers().get(HttpHeaderNames.UPGRADE));
        Scope where = socket ? Scope.SOCKET : Scope.REST;
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        boolean halfOpen = faults.at(InjectedFault.HALF_OPEN, where) != null;
        if (halfOpen || faults.at(InjectedFault.RESET, where) != null) {
            if (!socket) {
                exchange.traffic().requested();
            }
            if (!halfOpen) {
                reset(ctx);
            }
            return;
        }
        if (answeredByFault(ctx, where, keepAlive)) {
            return;
        }
        if (!request.method().equals(HttpMethod.GET)) {
            send(ctx, 405, Map.of(), "application/json", "{}".getBytes(StandardCharsets.UTF_8), keepAlive);
        } else if (socket) {
            Handshake.perform(ctx, request, exchange);
        } else {
            SimulatedExchange.Reply reply = exchange.get(caller(ctx), request.uri(), request.headers().get(HttpHeaderNames.USER_AGENT));
            late(ctx, () -> answer(ctx, reply, keepAlive));
        }
    }

    private boolean answeredByFault(ChannelHandlerContext ctx, Scope where, boolean keepAlive) {
        Active tooMany = faults.at(InjectedFault.TOO_MANY_REQUESTS, where);
        Active banned = faults.at(InjectedFault.BANNED, where);
        Active error = faults.at(InjectedFault.SERVER_ERROR, where);
        boolean page = faults.at(InjectedFault.HTML_BODY, where) != null;
        if (tooMany == null && banned == null && error == null && !page) {
            return false;
        }
        if (where == Scope.REST) {
            exchange.traffic().requested();
        }
        int status = 200;
        Map<String, String> headers = Map.of();
        String body = PAGE;
        Active throttled = banned != null ? banned : tooMany;
        if (throttled != null) {
            status = banned != null ? 418 : 429;
            headers = Map.of("Retry-After", String.valueOf((long) throttled.amount()));
            body = exchange.refusal(status);
        } else if (error != null) {
            status = (int) Math.clamp(error.amount(), 500, 599);
        }
        exchange.traffic().answered(status);
        String type = body.equals(PAGE) ? "text/html" : "application/json";
        send(ctx, status, headers, type, body.getBytes(StandardCharsets.UTF_8), keepAlive);
        return true;
    }

    private void answer(ChannelHandlerContext ctx, SimulatedExchange.Reply reply, boolean keepAlive) {
        Active huge = faults.at(InjectedFault.HUGE_BODY, Scope.REST);
        Active slow = faults.at(InjectedFault.SLOW_BODY, Scope.REST);
        byte[] body = WrongBody.of(reply.body(), faults, Scope.REST);
        if (huge != null) {
            head(ctx, -1);
            pour(ctx, (long) (huge.amount() * 1_000_000));
        } else if (slow != null) {
            head(ctx, body.length);
            trickle(ctx, body, 0, (long) Math.clamp(slow.amount(), 1, 60_000));
        } else {
            send(ctx, reply.status(), reply.headers(), "application/json", body, keepAlive);
        }
    }

    private void late(ChannelHandlerContext ctx, Runnable action) {
        Active latency = faults.at(InjectedFault.LATENCY, Scope.REST);
        Active slow = faults.at(InjectedFault.SLOW_ANSWERS, Scope.REST);
        if (latency != null) {
            later(ctx, action, (long) Math.clamp(latency.amount(), 0, 600_000));
        } else if (slow != null) {
            later(ctx, action, drawnMillis(slow.amount()));
        } else {
            action.run();
        }
    }

    private static void later(ChannelHandlerContext ctx, Runnable action, long millis) {
        var scheduled = ctx.executor().schedule(action, millis, TimeUnit.MILLISECONDS);
        ctx.channel().closeFuture().addListener(closed -> scheduled.cancel(false));
    }

    private static long drawnMillis(double slowPercent) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return random.nextDouble(100) < slowPercent ? random.nextLong(1_000, 2_001) : random.nextLong(500);
    }

    private static void head(ChannelHandlerContext ctx, long length) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        if (length < 0) {
            HttpUtil.setTransferEncodingChunked(head, true);
        } else {
            HttpUtil.setContentLength(head, length);
        }
        ctx.writeAndFlush(head);
    }

    /** Writes a list without end, a piece when the one before is gone. */
    private static void pour(ChannelHandlerContext ctx, long bytesLeft) {
        if (bytesLeft <= 0) {
            ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            return;
        }
        ByteBuf piece = Unpooled.wrappedBuffer("[0,0,0,0".repeat(PIECE_BYTES / 8).getBytes(StandardCharsets.US_ASCII));
        ctx.writeAndFlush(new DefaultHttpContent(piece)).addListener(written -> {
            if (written.isSuccess()) {
                pour(ctx, bytesLeft - PIECE_BYTES);
            }
        });
    }

    private static void trickle(ChannelHandlerContext ctx, byte[] body, int from, long everyMillis) {
        if (!ctx.channel().isActive()) {
            return;
        }
        if (from == body.length) {
            ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            return;
        }
        ctx.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(body, from, 1)));
        ctx.executor().schedule(() -> trickle(ctx, body, from + 1, everyMillis), everyMillis, TimeUnit.MILLISECONDS);
    }

    static void send(
            ChannelHandlerContext ctx, int status, Map<String, String> headers, String type, byte[] body, boolean keepAlive) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        headers.forEach((name, value) -> response.headers().set(name, value));
        HttpUtil.setContentLength(response, body.length);
        HttpUtil.setKeepAlive(response, keepAlive);
        var written = ctx.writeAndFlush(response);
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Closes so that the other side sees a reset instead of an end. */
    static void reset(ChannelHandlerContext ctx) {
        if (ctx.channel() instanceof SocketChannel channel) {
            channel.config().setSoLinger(0);
        }
        ctx.close();
    }

    static String caller(ChannelHandlerContext ctx) {
        return ctx.channel().remoteAddress() instanceof InetSocketAddress address ? address.getAddress().getHostAddress() : "unknown";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // Whoever hangs up on a simulated venue is meant to be able to.
        ctx.close();
    }
}
