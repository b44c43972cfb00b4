// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.ChannelOperations;

/** Takes the requests that {@link HotPrices} answers out of the pipeline; one for each connection. */
final class HotPriceRoute extends ChannelInboundHandlerAdapter {

    static final String NAME = "outcry.read.prices";

    private final Supplier<HotPrices> prices;
    private @Nullable HotPrices known;

    /** To the request whose end has not come yet. */
    private @Nullable FullHttpResponse answer;

    private boolean answered;

    HotPriceRoute(Supplier<HotPrices> prices) {
        this.prices = prices;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (answer == null && message instanceof HttpRequest request && request.decoderResult().isSuccess() && isIdle(context)) {
            answer = known().answer(request);
        }
        FullHttpResponse ready = answer;
        if (ready == null) {
            context.fireChannelRead(message);
            return;
        }
        boolean whole = message instanceof LastHttpContent;
        ReferenceCountUtil.release(message);
        if (whole) {
            answer = null;
            answered = true;
            context.write(ready, context.voidPromise());
        }
    }

    private HotPrices known() {
        HotPrices asked = known;
        if (asked == null) {
            asked = prices.get();
            known = asked;
        }
        return asked;
    }

    /** Answers come in the order of requests: while WebFlux is at work on this connection, the next request is its as well. */
    private static boolean isIdle(ChannelHandlerContext context) {
        return ChannelOperations.get(context.channel()) == null;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (answered) {
            answered = false;
            context.flush();
            // The server reads on demand, and nobody behind us knows of these requests.
            context.read();
        }
        context.fireChannelReadComplete();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (answer != null) {
            answer.release();
            answer = null;
        }
    }
}
