// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;

/**
 * Gives a problem for a body to the refusals of the HTTP server itself, which it makes before any route is asked and which have none. And
 * refuses a request whose body breaks off in the middle: Reactor would tell whoever reads it that it has ended, and half a body may be a whole
 * order.
 */
final class ServerRefusals extends ChannelDuplexHandler {

    private static final String NAME = "outcry.refusals";

    /** Requests that have begun to come and whose answer has not ended. */
    private int unanswered;

    private ServerRefusals() {}

    /** Makes an HTTP server do it. */
    static HttpServer in(HttpServer server) {
        return BehindCodec.put(server, NAME, ServerRefusals::new);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        unanswered += message instanceof HttpRequest ? 1 : 0;
        if (message instanceof HttpContent broken && !(message instanceof HttpRequest) && broken.decoderResult().isFailure()) {
            broken.release();
            breakOff(context);
        } else {
            super.channelRead(context, message);
        }
    }

    /** Answers if that can be no other request's answer. Either way the connection ends, and with it the request. */
    private void breakOff(ChannelHandlerContext context) {
        if (unanswered == 1) {
            Problem problem = Problem.of(ErrorCode.MALFORMED_REQUEST, "the body is not what its headers say");
            context.writeAndFlush(NettyAnswers.of(problem)).addListener(ChannelFutureListener.CLOSE);
        } else {
            context.close();
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        boolean provisional = message instanceof HttpResponse answer && answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        unanswered -= message instanceof LastHttpContent && !provisional ? 1 : 0;
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
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, NettyAnswers.PROBLEM);
        answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return answer;
    }
}
