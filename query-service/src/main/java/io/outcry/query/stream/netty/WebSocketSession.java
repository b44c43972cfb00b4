// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.json.Utf8;
import io.outcry.query.stream.fanout.Bucket;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamConnection;
import io.outcry.query.stream.fanout.StreamLimits;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One WebSocket client: reads its frames, within its limits. What they say is done by {@link Subscriber}. */
final class WebSocketSession extends ChannelInboundHandlerAdapter {

    private final Fanout fanout;
    private final Function<String, Principal> keys;
    private final Optional<Principal> client;
    private final Bucket messages;
    private final Bucket mistakes;
    private @Nullable StreamConnection connection;
    private @Nullable Subscriber subscriber;
    /** The fragments that come belong to a message that was refused. */
    private boolean refusing;
    /** The beginning of a message that comes in fragments. */
    private @Nullable ByteArrayOutputStream begun;

    /**
     * @param keys who an {@code Authorization} header belongs to; refuses those who may not trade
     * @param client who it is, if its request said so
     */
    WebSocketSession(Fanout fanout, Function<String, Principal> keys, Optional<Principal> client) {
        this.fanout = fanout;
        this.keys = keys;
        this.client = client;
        int perSecond = fanout.limits().messagesPerSecond();
        long now = System.nanoTime();
        messages = new Bucket(StreamLimits.BURST * perSecond, perSecond, now);
        mistakes = new Bucket(StreamLimits.MISTAKES, 1, now);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        StreamConnection opened = fanout.open(context, WebSocketFormat.INSTANCE);
        connection = opened;
        subscriber = new Subscriber(fanout, opened, context.executor(), keys, client, this::mistake);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            StreamConnection to = connection;
            if (to != null && to.isOpen() && message instanceof WebSocketFrame frame) {
                to.heard(System.nanoTime());
                frame(to, frame);
            } else if (message instanceof CloseWebSocketFrame) {
                // The answer to ours.
                context.close();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void frame(StreamConnection to, WebSocketFrame frame) {
        switch (frame) {
            case TextWebSocketFrame text -> text(text.content(), text.isFinalFragment());
            case ContinuationWebSocketFrame more when refusing -> refusing = !more.isFinalFragment();
            case ContinuationWebSocketFrame more -> text(more.content(), more.isFinalFragment());
            case CloseWebSocketFrame _ -> to.end(EndReason.LEFT);
            case PingWebSocketFrame ping -> {
                if (isAllowed()) {
                    to.write(WebSocketFormat.INSTANCE.pong(to.allocator(), ping.content()));
                }
            }
            case BinaryWebSocketFrame binary -> {
                refusing = !binary.isFinalFragment();
                mistake(new MistakeException(ErrorCode.MALFORMED_JSON, "null", "messages are text"), null, true);
            }
            default -> {}
        }
    }

    private void text(ByteBuf content, boolean whole) {
        byte[] part = ByteBufUtil.getBytes(content);
        ByteArrayOutputStream before = begun;
        if (part.length + (before == null ? 0 : before.size()) > fanout.limits().maxFrameBytes()) {
            tooLarge();
        } else if (whole) {
            begun = null;
            if (isAllowed()) {
                message(before == null ? part : joined(before, part).toByteArray());
            }
        } else {
            begun = joined(before == null ? new ByteArrayOutputStream() : before, part);
            if (part.length == 0) {
                mistake(new MistakeException(ErrorCode.MALFORMED_JSON, "null", "a fragment without content"), null, true);
            }
        }
    }

    private void message(byte[] text) {
        if (subscriber == null || connection == null) {
            return;
        }
        if (Utf8.isJson(text)) {
            subscriber.message(text);
        } else {
            fanout.counts().mistake();
            connection.end(EndReason.INVALID_TEXT);
        }
    }

    private static ByteArrayOutputStream joined(ByteArrayOutputStream before, byte[] part) {
        before.writeBytes(part);
        return before;
    }

    private boolean isAllowed() {
        if (messages.take(System.nanoTime())) {
            return true;
        }
        mistake(new MistakeException(
                ErrorCode.RATE_LIMITED, "null", "at most " + fanout.limits().messagesPerSecond() + " messages a second"), null, true);
        return false;
    }

    /** Tells the client; too many messages with mistakes end the connection. */
    private void mistake(MistakeException mistake, @Nullable String channel, boolean isFirst) {
        StreamConnection to = connection;
        if (to == null) {
            return;
        }
        fanout.counts().mistake();
        to.write(WebSocketFormat.INSTANCE.text(
                to.allocator(), Replies.error(mistake.code(), mistake.id(), String.valueOf(mistake.getMessage()), channel)));
        if (isFirst && !mistakes.take(System.nanoTime())) {
            to.end(EndReason.ABUSE);
        }
    }

    private void tooLarge() {
        mistake(new MistakeException(
                ErrorCode.PAYLOAD_TOO_LARGE, "null", "a message has at most " + fanout.limits().maxFrameBytes() + " bytes"), null, true);
        if (connection != null) {
            connection.end(EndReason.TOO_LARGE);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (connection == null) {
            context.flush();
        } else {
            connection.flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (connection != null) {
            connection.writabilityChanged();
        }
        if (subscriber != null) {
            subscriber.writabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (connection != null) {
            connection.closed();
        }
        begun = null;
    }

    /** In the end, and at once if it could not be opened: then nothing else gives back the place that it was admitted to. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (connection == null) {
            fanout.left();
        } else {
            connection.closed();
        }
        context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (connection == null || !(cause instanceof CorruptedWebSocketFrameException corrupted)) {
            context.close();
        } else if (corrupted.closeStatus().equals(WebSocketCloseStatus.MESSAGE_TOO_BIG)) {
            tooLarge();
        } else {
            fanout.counts().mistake();
            connection.end(EndReason.PROTOCOL);
        }
    }
}
