// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the requests for streams, once they are whole, and lets everything else pass. One for each connection of the server. Answers come in
 * the order of requests: a stream that is asked for behind another request is opened when that one has been answered.
 */
final class StreamRoute extends ChannelDuplexHandler {

    static final String NAME = "outcry.stream.route";

    private static final String WEB_SOCKET = "/api/v1/stream";
    private static final String EVENTS = "/api/v1/stream/prices";

    private final Supplier<StreamDoor> door;

    /** The request for a stream whose end has not come yet. */
    private @Nullable HttpRequest kept;
    /** The request for a stream that is answered next. */
    private @Nullable HttpRequest next;
    /** Nothing that comes now is a request any more. */
    private boolean ended;
    /** Requests that passed and are not answered yet. */
    private int unanswered;

    StreamRoute(Supplier<StreamDoor> door) {
        this.door = door;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        HttpRequest ours = kept;
        if (ended) {
            ReferenceCountUtil.release(message);
        } else if (ours == null && !(message instanceof HttpRequest request && isOurs(request))) {
            unanswered += message instanceof HttpRequest ? 1 : 0;
            context.fireChannelRead(message);
        } else {
            if (ours == null) {
                ours = (HttpRequest) message;
                kept = ours;
            }
            // Who expects to be told whether to send a body is told by the answer, which needs none.
            boolean whole = message instanceof LastHttpContent || HttpUtil.is100ContinueExpected(ours);
            ReferenceCountUtil.release(message);
            if (whole) {
                kept = null;
                ended = true;
                next = ours;
                openNext(context);
            }
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        boolean provisional = message instanceof HttpResponse answer && answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (message instanceof LastHttpContent && !provisional && unanswered > 0) {
            unanswered--;
            if (next != null) {
                // Behind what is still to be done for the request that has been answered.
                super.write(context, message, promise.unvoid().addListener(_ -> context.executor().execute(() -> openNext(context))));
                return;
            }
        }
        super.write(context, message, promise);
    }

    private void openNext(ChannelHandlerContext context) {
        HttpRequest request = next;
        if (request == null || unanswered > 0 || !context.channel().isActive()) {
            return;
        }
        next = null;
        if (path(request).equals(WEB_SOCKET)) {
            door.get().openWebSocket(context, request);
        } else {
            door.get().openEvents(context, request);
        }
    }

    private static boolean isOurs(HttpRequest request) {
        String path = path(request);
        return request.decoderResult().isSuccess() && (path.equals(WEB_SOCKET) || path.equals(EVENTS));
    }

    /** Without the query, and without the server where the target is a whole URI. */
    private static String path(HttpRequest request) {
        String target = request.uri();
        int authority = target.startsWith("/") ? -1 : target.indexOf("://");
        int begin = authority < 0 ? 0 : target.indexOf('/', authority + 3);
        int query = target.indexOf('?');
        return target.substring(Math.max(0, begin), query < begin ? target.length() : query);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (kept != null) {
            // The server reads on demand, and nobody behind us knows of this request.
            context.read();
        }
        context.fireChannelReadComplete();
    }
}
