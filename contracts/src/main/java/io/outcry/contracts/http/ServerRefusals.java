// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Gives a problem for a body to the refusals of the HTTP server itself, which it makes before any route is asked and which have none. */
@Sharable
final class ServerRefusals extends ChannelOutboundHandlerAdapter {

    private static final String NAME = "outcry.refusals";

    /** Makes an HTTP server do it. */
    static HttpServer in(HttpServer server) {
        ServerRefusals refusals = new ServerRefusals();
        return server.doOnChannelInit((_, channel, _) -> {
            if (channel.pipeline().get(NettyPipeline.HttpCodec) != null) {
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, NAME, refusals);
            }
        });
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        if (message instanceof FullHttpResponse bare && isBare(bare)) {
            Problem problem = problem(bare.status().code());
            if (problem != null) {
                bare.release();
                super.write(context, answer(bare, problem), promise);
                return;
            }
        }
        super.write(context, message, promise);
    }

    private static boolean isBare(FullHttpResponse answer) {
        return !answer.content().isReadable() && !answer.headers().contains(HttpHeaderNames.CONTENT_TYPE);
    }

    private static @Nullable Problem problem(int status) {
        return switch (status) {
            case 400 -> Problem.of(ErrorCode.MALFORMED_REQUEST, "the request is not HTTP, or its path or query is not a URI");
            case 413 -> Problem.of(ErrorCode.PAYLOAD_TOO_LARGE, "the body is longer than the server reads");
            case 414 -> Problem.of(ErrorCode.URI_TOO_LONG, "the request line is longer than the server reads");
            case 431 -> Problem.of(ErrorCode.HEADERS_TOO_LARGE, "the headers are longer than the server reads");
            default -> null;
        };
    }

    private static FullHttpResponse answer(FullHttpResponse bare, Problem problem) {
        byte[] body = problem.toJson().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse answer = new DefaultFullHttpResponse(
                bare.protocolVersion(), bare.status(), Unpooled.wrappedBuffer(body), bare.headers(), bare.trailingHeaders());
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return answer;
    }
}
