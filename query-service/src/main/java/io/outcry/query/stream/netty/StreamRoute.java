// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the requests for streams, once they are whole, and lets everything else pass. One for each connection of the server. */
final class StreamRoute extends ChannelInboundHandlerAdapter {

    static final String NAME = "outcry.stream.route";

    private static final String WEB_SOCKET = "/api/v1/stream";
    private static final String EVENTS = "/api/v1/stream/prices";

    private final Supplier<StreamDoor> door;
    private @Nullable HttpRequest kept;
    private boolean answered;

    StreamRoute(Supplier<StreamDoor> door) {
        this.door = door;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        HttpRequest ours = kept;
        if (answered) {
            ReferenceCountUtil.release(message);
        } else if (ours == null && !(message instanceof HttpRequest request && isOurs(request))) {
            context.fireChannelRead(message);
        } else {
            boolean whole = message instanceof LastHttpContent;
            if (ours == null) {
                ours = (HttpRequest) message;
                kept = ours;
            }
            ReferenceCountUtil.release(message);
            if (whole) {
                kept = null;
                answered = true;
                open(context, ours);
            }
        }
    }

    private void open(ChannelHandlerContext context, HttpRequest request) {
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

    private static String path(HttpRequest request) {
        int query = request.uri().indexOf('?');
        return query < 0 ? request.uri() : request.uri().substring(0, query);
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
