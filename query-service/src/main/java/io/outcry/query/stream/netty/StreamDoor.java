// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.http.Problem;
import io.outcry.query.stream.fanout.Fanout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Opens streams: checks the request, and hands the connection over. */
public final class StreamDoor {

    private static final Logger LOG = LoggerFactory.getLogger(StreamDoor.class);
    private static final String FRAMES = "outcry.stream.frames";
    private static final String SESSION = "outcry.stream.session";
    private static final int LOW_WATER = 32 * 1024;
    private static final int HIGH_WATER = 64 * 1024;
    /** What the kernel keeps for a client who does not read: more would only be older. */
    private static final int SEND_BUFFER = 128 * 1024;
    /** Unacknowledged bytes end the connection after this: the peer is gone. */
    private static final int USER_TIMEOUT_MILLIS = 30_000;
    private static final int MAX_RETRY_SECONDS = 5;

    private final Fanout fanout;
    private final ApiKeys keys;

    public StreamDoor(Fanout fanout, ApiKeys keys) {
        this.fanout = fanout;
        this.keys = keys;
    }

    /**
     * Makes an HTTP server open streams at their paths.
     *
     * @param door asked for when somebody wants a stream: a server may be made before what it serves
     */
    public static HttpServer in(HttpServer server, Supplier<StreamDoor> door) {
        return server.doOnChannelInit((_, channel, _) -> {
            if (channel.pipeline().get(NettyPipeline.HttpCodec) != null) {
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, StreamRoute.NAME, new StreamRoute(door));
            }
        });
    }

    void openWebSocket(ChannelHandlerContext context, HttpRequest request) {
        try {
            String accept = WebSocketHandshake.accept(request);
            String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
            // Market data is anybody's: what the key may do is asked when somebody wants orders.
            Optional<Principal> client = header == null ? Optional.empty() : Optional.of(keys.identify(header));
            HttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS);
            response.headers().set(HttpHeaderNames.UPGRADE, "websocket").set(HttpHeaderNames.CONNECTION, "Upgrade")
                    .set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, accept);
            WebSocketDecoderConfig frames = WebSocketDecoderConfig.newBuilder().maxFramePayloadLength(fanout.limits().maxFrameBytes())
                    .allowExtensions(false).closeOnProtocolViolation(false).withUTF8Validator(false).build();
            admit();
            takeOver(context, response, List.of(
                    Map.entry(FRAMES, new WebSocket13FrameDecoder(frames)),
                    Map.entry(SESSION, new WebSocketSession(fanout, this::trader, client))));
        } catch (ApiException e) {
            refuse(context, e.problem());
        }
    }

    void openEvents(ChannelHandlerContext context, HttpRequest request) {
        try {
            if (!request.method().equals(HttpMethod.GET)) {
                throw new ApiException(ErrorCode.METHOD_NOT_ALLOWED, "this path knows GET");
            }
            EventStreamRequest wanted = EventStreamRequest.of(request, fanout.limits().maxChannels());
            admit();
            openEvents(context, wanted, new Patience(fanout.channels()));
        } catch (ApiException e) {
            refuse(context, e.problem());
        }
    }

    /** Opens the stream of somebody who was admitted; he waits while it is not known yet whether there are such symbols. */
    private void openEvents(ChannelHandlerContext context, EventStreamRequest wanted, Patience patience) {
        List<String> names = wanted.symbols().stream().map(symbol -> "price:" + symbol).toList();
        EventStreamSession session;
        try {
            if (patience.lastsFor(names) && context.channel().isActive()) {
                context.executor().schedule(() -> openEvents(context, wanted, patience), Patience.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
                return;
            }
            if (!context.channel().isActive()) {
                fanout.left();
                return;
            }
            session = new EventStreamSession(fanout, wanted);
        } catch (ApiException e) {
            fanout.left();
            refuse(context, e.problem());
            return;
        } catch (RuntimeException e) {
            giveUp(context, e);
            return;
        }
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream;charset=utf-8")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store").set(HttpHeaderNames.CONNECTION, "close").set("X-Accel-Buffering", "no");
        if (!takeOver(context, response, List.of(Map.entry(SESSION, session)))) {
            session.release();
        }
    }

    /** Who an {@code Authorization} header belongs to, who must be allowed to trade. */
    private Principal trader(String header) {
        return keys.require(header, Principal.Scope.TRADE);
    }

    private void admit() {
        if (!fanout.admit()) {
            throw new ApiException(Problem.of(ErrorCode.OVERLOADED, "no more streams can be opened now")
                    .withRetryAfter(Duration.ofSeconds(1 + ThreadLocalRandom.current().nextInt(MAX_RETRY_SECONDS))));
        }
    }

    private static void refuse(ChannelHandlerContext context, Problem problem) {
        context.writeAndFlush(ProblemAnswers.of(problem)).addListener(_ -> context.close());
    }

    /**
     * The last HTTP message goes out through the codec; after it the connection is ours alone.
     *
     * @return false if that was not possible: no session has begun, and the place is given back
     */
    private boolean takeOver(ChannelHandlerContext context, HttpResponse response, List<Map.Entry<String, ChannelHandler>> handlers) {
        Channel channel = context.channel();
        ChannelPipeline pipeline = context.pipeline();
        try {
            configure(channel);
            context.write(response);
            boolean behind = false;
            for (String name : List.copyOf(pipeline.toMap().keySet())) {
                if (behind && !name.equals(StreamRoute.NAME)) {
                    pipeline.remove(name);
                }
                behind |= name.equals(NettyPipeline.HttpCodec);
            }
        } catch (RuntimeException e) {
            giveUp(context, e);
            return false;
        }
        // From here on its session gives the place back.
        handlers.forEach(handler -> pipeline.addLast(handler.getKey(), handler.getValue()));
        pipeline.remove(StreamRoute.NAME);
        pipeline.remove(NettyPipeline.HttpCodec);
        channel.flush();
        channel.config().setAutoRead(true);
        return true;
    }

    /** Somebody was admitted and cannot be served: he leaves his place. */
    private void giveUp(ChannelHandlerContext context, RuntimeException why) {
        LOG.atWarn().setCause(why).log("a stream could not be opened, its connection is closed");
        fanout.left();
        context.close();
    }

    private static void configure(Channel channel) {
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER);
        channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(LOW_WATER, HIGH_WATER));
        if (channel instanceof EpollSocketChannel) {
            channel.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, USER_TIMEOUT_MILLIS);
        }
    }
}
