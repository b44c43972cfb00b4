// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Turns an HTTP connection into a socket, if the venue has one at that path and the caller has not opened too many. */
final class Handshake {

    /** The longest message of a client: enough for a thousand symbols. */
    private static final int MAX_MESSAGE_BYTES = 64 * 1024;

    private Handshake() {}

    static void perform(ChannelHandlerContext ctx, FullHttpRequest request, SimulatedExchange exchange) {
        FeedSession session = exchange.open(request.uri());
        if (session == null) {
            refuse(ctx, 404);
            return;
        }
        if (!exchange.maySocketOpen(RestConnection.caller(ctx))) {
            exchange.traffic().refusedByLimits();
            refuse(ctx, 429);
            return;
        }
        var config = WebSocketDecoderConfig.newBuilder().maxFramePayloadLength(MAX_MESSAGE_BYTES).build();
        WebSocketServerHandshaker handshaker =
                new WebSocketServerHandshakerFactory(request.uri(), null, config).newHandshaker(request);
        if (handshaker == null) {
            WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(ctx.channel());
            return;
        }
        exchange.traffic().socketOpened();
        handshaker.handshake(ctx.channel(), request).addListener(done -> {
            if (done.isSuccess()) {
                ctx.pipeline().addLast(new WebSocketFrameAggregator(MAX_MESSAGE_BYTES), new SimulatedFeedConnection(exchange, session));
                ctx.pipeline().remove(RestConnection.class);
            }
        });
    }

    private static void refuse(ChannelHandlerContext ctx, int status) {
        RestConnection.send(ctx, status, Map.of(), "application/json", "{}".getBytes(StandardCharsets.UTF_8), false);
    }
}
