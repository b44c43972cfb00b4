// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;

/**
 * Gives a problem for a body to the refusals of the HTTP server itself, which it makes before any route is asked and which have none, and to
 * what Spring's health answers of a part that it does not have. Refuses a request for another host or from a page of another, and one whose
 * body breaks off in the middle: Reactor would tell whoever reads it that it has ended, and half a body may be a whole order.
 */
final class ServerRefusals extends ChannelDuplexHandler {

    private static final String NAME = "outcry.refusals";

    /** Requests that have begun to come and whose answer has not ended. */
    private int unanswered;

    /** What is wrong with the last of them; nothing is read any more. */
    private @Nullable Problem broken;

    private final AllowedHosts hosts;

    /** The one that the last request was for: there is seldom another on a connection, and after a wrong one nothing is read. */
    private @Nullable String lastHost;

    private ServerRefusals(AllowedHosts hosts) {
        this.hosts = hosts;
    }

    /**
     * Makes an HTTP server do it.
     *
     * @param hosts that requests may be for
     */
    static HttpServer in(HttpServer server, AllowedHosts hosts) {
        return BehindCodec.put(server, NAME, () -> new ServerRefusals(hosts));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (broken != null) {
            ReferenceCountUtil.release(message);
            return;
        }
        unanswered += message instanceof HttpRequest ? 1 : 0;
        broken = message instanceof HttpRequest request ? wrong(request) : wrong(message);
        if (broken == null) {
            super.channelRead(context, message);
        } else {
            ReferenceCountUtil.release(message);
            breakOff(context, broken);
        }
    }

    private static @Nullable Problem wrong(Object part) {
        return part instanceof HttpContent content && content.decoderResult().isFailure()
                ? Problem.of(ErrorCode.MALFORMED_REQUEST, "the body is not what its headers say")
                : null;
    }

    /** Of one that the server can read: it refuses the others itself. */
    private @Nullable Problem wrong(HttpRequest request) {
        if (!request.decoderResult().isSuccess()) {
            return null;
        }
        if (!HostHeader.isValid(request)) {
            return Problem.of(ErrorCode.MALFORMED_REQUEST, "a request of HTTP/1.1 has one Host, a name or an address and perhaps a port");
        }
        if (!isForUs(request)) {
            return Problem.of(ErrorCode.MISDIRECTED_REQUEST,
                    "this server is not the Host that is named; outcry.http.allowed-hosts says who it is");
        }
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        if (origin != null && !hosts.containsOrigin(origin)) {
            return Problem.of(ErrorCode.FORBIDDEN, "a page of this Origin may not ask here; outcry.http.allowed-hosts says whose may");
        }
        return isEncoded(request) ? Problem.of(ErrorCode.MALFORMED_REQUEST, "the only Transfer-Encoding is chunked") : null;
    }

    private boolean isForUs(HttpRequest request) {
        String host = request.headers().get(HttpHeaderNames.HOST);
        if (host == null || host.equals(lastHost)) {
            return true;
        }
        lastHost = host;
        return hosts.contains(host);
    }

    private static boolean isEncoded(HttpRequest request) {
        String encoding = request.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
        return encoding != null && !encoding.equalsIgnoreCase("chunked");
    }

    /** Refuses the last request, when those before it have been answered. */
    private void breakOff(ChannelHandlerContext context, Problem problem) {
        if (unanswered == 1) {
            refuse(context, problem);
        } else if (unanswered == 0) {
            // Answered before it was whole.
            context.close();
        }
    }

    /** The connection ends, and with it the request. */
    private static void refuse(ChannelHandlerContext context, Problem problem) {
        FullHttpResponse refusal = NettyAnswers.of(problem);
        refusal.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        context.writeAndFlush(refusal).addListener(ChannelFutureListener.CLOSE);
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
        Problem problem = broken;
        if (problem != null && message instanceof LastHttpContent && !provisional && unanswered == 1) {
            refuse(context, problem);
        }
    }

    private static boolean isBare(FullHttpResponse answer) {
        return !answer.content().isReadable() && !answer.headers().contains(HttpHeaderNames.CONTENT_TYPE);
    }

    private static @Nullable Problem problem(int status) {
        return switch (status) {
            case 400 -> Problem.of(ErrorCode.MALFORMED_REQUEST, "the request is not HTTP, or its path or query is not a URI");
            case 404 -> Problem.of(ErrorCode.NOT_FOUND, "no such path");
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
