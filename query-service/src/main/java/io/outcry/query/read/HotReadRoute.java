// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.ChannelOperations;

/**
 * Takes the requests that {@link HotReads} answers out of the pipeline; one for each connection. While an order is read, nothing more is
 * read from the connection, and what came behind the request waits.
 */
final class HotReadRoute extends ChannelDuplexHandler {

    static final String NAME = "outcry.read.hot";

    private final Supplier<HotReads> reads;
    private @Nullable HotReads known;
    private @Nullable LoopOrders orders;

    /** To the request whose end has not come yet. */
    private @Nullable FullHttpResponse answer;

    /** Whether an order is being read. */
    private boolean reading;

    /** Whether the request for that order has come to its end. */
    private boolean whole;

    /** What came behind it: no more than was on its way already. */
    private final ArrayDeque<Object> behind = new ArrayDeque<>(0);

    /** Requests that were passed on and are not answered yet. */
    private int longWay;

    private boolean answered;
    private boolean removed;

    HotReadRoute(Supplier<HotReads> reads) {
        this.reads = reads;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (isWaiting()) {
            behind.add(message);
            return;
        }
        if (!reading && answer == null && message instanceof HttpRequest request && request.decoderResult().isSuccess()
                && isIdle(context)) {
            begin(context, request);
        }
        FullHttpResponse ready = answer;
        if (ready == null && !reading) {
            longWay += message instanceof HttpRequest ? 1 : 0;
            context.fireChannelRead(message);
            return;
        }
        whole = message instanceof LastHttpContent;
        ReferenceCountUtil.release(message);
        if (whole && ready != null) {
            answer = null;
            write(context, ready);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        HotReads all = known;
        if (all == null) {
            all = reads.get();
            known = all;
        }
        answer = all.prices().answer(request);
        if (answer == null) {
            LoopOrders loop = orders;
            if (loop == null) {
                loop = all.orders().on(context.executor());
                orders = loop;
            }
            reading = all.orders().begin(request, loop, ready -> ended(context, ready));
        }
    }

    /** Answers come in the order of requests: while WebFlux has one of this connection to answer, the next request is its as well. */
    private boolean isIdle(ChannelHandlerContext context) {
        return longWay == 0 && ChannelOperations.get(context.channel()) == null;
    }

    /** Whether nothing more can be answered now. */
    private boolean isWaiting() {
        return reading && whole;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        boolean provisional = message instanceof HttpResponse answer && answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (message instanceof LastHttpContent && !provisional) {
            longWay--;
        }
        super.write(context, message, promise);
    }

    private void ended(ChannelHandlerContext context, FullHttpResponse ready) {
        reading = false;
        if (removed || !context.channel().isActive()) {
            ready.release();
            return;
        }
        if (!whole) {
            answer = ready;
            return;
        }
        write(context, ready);
        while (!isWaiting() && !behind.isEmpty()) {
            channelRead(context, behind.remove());
        }
        channelReadComplete(context);
    }

    private void write(ChannelHandlerContext context, FullHttpResponse ready) {
        answered = true;
        context.write(ready, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (answered) {
            answered = false;
            context.flush();
            if (!reading) {
                // The server reads on demand, and nobody behind us knows of these requests.
                context.read();
            }
        }
        if (!reading) {
            context.fireChannelReadComplete();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        removed = true;
        ReferenceCountUtil.release(answer);
        answer = null;
        behind.forEach(ReferenceCountUtil::release);
        behind.clear();
    }
}
