// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.ChannelOperations;

/**
 * Takes the requests that {@link HotRequests} answers out of the pipeline; one for each connection. Until it is known whether a request is
 * one of them, it is held; while one is being answered, nothing more is read from the connection, and what came behind it waits.
 *
 * <p>Every request is counted by {@link HotProgress} until its answer is written, whichever way it goes. One that comes too late for that
 * is refused before anything is done, and nothing behind it is read.
 */
final class HotRoute extends ChannelDuplexHandler {

    /** A longer body is not read here. */
    private static final int MAX_BODY = 8 << 10;

    /** A request that comes in more parts, its head among them, is not held here: each takes tens of times as much memory as a byte of it. */
    private static final int MAX_PARTS = 64;

    private static final byte[] EMPTY = {};
    private static final Problem GOING = Problem.of(ErrorCode.OVERLOADED, "the server is about to end; nothing was done")
            .withRetryAfter(Duration.ofSeconds(1));

    private final Supplier<? extends HotRequests> requests;
    private final HotProgress progress;
    private final EventLoopDelay delay;
    private final ChannelFutureListener written;
    private @Nullable HotRequests known;

    /** The request whose end has not come yet, as far as it has. */
    private ArrayDeque<Object> held = new ArrayDeque<>(2);
    private int heldBytes;

    private boolean answering;

    /** What came behind the request that is being answered: no more than was on its way already. */
    private final ArrayDeque<Object> behind = new ArrayDeque<>(0);

    /** While a request is being begun: it may be answered at once. */
    private boolean beginning;
    private @Nullable FullHttpResponse early;

    /** Requests that were passed on and are not answered yet. */
    private int longWay;

    /** A request has come too late. */
    private boolean closing;

    private boolean answered;
    private boolean removed;

    /** More is to be read when the client has taken what it was answered. */
    private boolean readsLater;

    HotRoute(Supplier<? extends HotRequests> requests, HotProgress progress, EventLoopDelay delay) {
        this.requests = requests;
        this.progress = progress;
        this.delay = delay;
        written = _ -> progress.ended();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
        } else if (answering) {
            behind.add(message);
        } else if (held.isEmpty() && !isTaken(context, message)) {
            pass(context, message);
        } else {
            hold(context, message);
        }
    }

    private boolean isTaken(ChannelHandlerContext context, Object message) {
        return message instanceof HttpRequest request && request.decoderResult().isSuccess() && isIdle(context) && hot().takes(request)
                && HttpUtil.getContentLength(request, 0L) <= MAX_BODY;
    }

    /** Answers come in the order of requests: while WebFlux has one of this connection to answer, the next request is its as well. */
    private boolean isIdle(ChannelHandlerContext context) {
        return longWay == 0 && ChannelOperations.get(context.channel()) == null;
    }

    private HotRequests hot() {
        HotRequests all = known;
        if (all == null) {
            all = requests.get();
            known = all;
        }
        return all;
    }

    private void pass(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest && !closing) {
            if (progress.begin()) {
                longWay++;
            } else {
                turnAway(context);
            }
        }
        if (closing) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    /** Refuses the request that has just come, when those before it are answered, and ends the connection. */
    private void turnAway(ChannelHandlerContext context) {
        closing = true;
        if (longWay == 0) {
            FullHttpResponse refusal = NettyAnswers.of(GOING);
            refusal.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(refusal).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void hold(ChannelHandlerContext context, Object message) {
        held.add(message);
        if (message instanceof HttpContent content) {
            heldBytes += content.content().readableBytes();
            if (heldBytes > MAX_BODY || held.size() > MAX_PARTS || !content.decoderResult().isSuccess()) {
                passAll(context, taken());
            } else if (message instanceof LastHttpContent) {
                begin(context, taken());
            }
        }
    }

    private ArrayDeque<Object> taken() {
        ArrayDeque<Object> all = held;
        held = new ArrayDeque<>(2);
        heldBytes = 0;
        return all;
    }

    private void passAll(ChannelHandlerContext context, ArrayDeque<Object> messages) {
        messages.forEach(message -> pass(context, message));
    }

    private void begin(ChannelHandlerContext context, ArrayDeque<Object> whole) {
        if (!progress.begin()) {
            turnAway(context);
            whole.forEach(ReferenceCountUtil::release);
            return;
        }
        HttpRequest request = (HttpRequest) whole.element();
        boolean behindTime = delay.isOver(context.executor());
        FullHttpResponse kept = hot().ready(request);
        if (kept != null || behindTime) {
            whole.forEach(ReferenceCountUtil::release);
            if (kept != null) {
                write(context, kept);
            } else {
                refuse(context, request);
            }
            return;
        }
        answering = true;
        beginning = true;
        boolean begun = hot().begin(request, body(whole), context.executor(), ready -> ended(context, ready));
        beginning = false;
        FullHttpResponse ready = early;
        early = null;
        answering = begun && ready == null;
        if (!begun) {
            progress.ended();
            passAll(context, whole);
            return;
        }
        whole.forEach(ReferenceCountUtil::release);
        if (ready != null) {
            write(context, ready);
        }
    }

    /** The one answer that is given before it is known whether the connection is to stay. */
    private void refuse(ChannelHandlerContext context, HttpRequest request) {
        FullHttpResponse refusal = delay.refusal();
        if (HttpUtil.isKeepAlive(request)) {
            write(context, refusal);
        } else {
            refusal.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(refusal).addListener(written).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private static byte[] body(ArrayDeque<Object> whole) {
        byte[] body = EMPTY;
        for (Object message : whole) {
            if (message instanceof HttpContent content && content.content().isReadable()) {
                byte[] part = ByteBufUtil.getBytes(content.content());
                if (body.length == 0) {
                    body = part;
                } else {
                    byte[] longer = Arrays.copyOf(body, body.length + part.length);
                    System.arraycopy(part, 0, longer, body.length, part.length);
                    body = longer;
                }
            }
        }
        return body;
    }

    private void ended(ChannelHandlerContext context, FullHttpResponse ready) {
        if (beginning) {
            early = ready;
            return;
        }
        answering = false;
        if (removed || !context.channel().isActive()) {
            ready.release();
            progress.ended();
            return;
        }
        write(context, ready);
        while (!answering && !behind.isEmpty()) {
            channelRead(context, behind.remove());
        }
        channelReadComplete(context);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        boolean provisional = message instanceof HttpResponse answer && answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (message instanceof LastHttpContent && !provisional && longWay > 0) {
            longWay--;
            super.write(context, message, promise.unvoid().addListener(written));
            if (closing) {
                turnAway(context);
            }
        } else {
            super.write(context, message, promise);
        }
    }

    private void write(ChannelHandlerContext context, FullHttpResponse ready) {
        answered = true;
        context.write(ready).addListener(written);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        boolean more = !answering && (answered || !held.isEmpty());
        if (answered) {
            answered = false;
            context.flush();
        }
        if (more) {
            // The server reads on demand, and nobody behind us knows of these requests.
            readMore(context);
        }
        if (!answering && held.isEmpty()) {
            context.fireChannelReadComplete();
        }
    }

    /** A client that does not read its answers is not read from either. */
    private void readMore(ChannelHandlerContext context) {
        readsLater = !context.channel().isWritable();
        if (!readsLater) {
            context.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (readsLater) {
            readMore(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        removed = true;
        for (; longWay > 0; longWay--) {
            progress.ended();
        }
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        behind.forEach(ReferenceCountUtil::release);
        behind.clear();
    }
}
