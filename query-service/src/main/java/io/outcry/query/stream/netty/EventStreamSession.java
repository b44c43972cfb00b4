// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of server-sent events. He says nothing; what comes all the same is thrown away. */
final class EventStreamSession extends ChannelInboundHandlerAdapter {

    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Fanout fanout;
    private final EventStreamRequest wanted;
    /** Acquired, and not subscribed to yet. */
    private final List<LiveChannel> channels = new ArrayList<>();
    private @Nullable StreamConnection connection;

    /** @throws ApiException if one of the symbols is not known; then nothing is held */
    EventStreamSession(Fanout fanout, EventStreamRequest wanted) {
        this.fanout = fanout;
        this.wanted = wanted;
        for (String symbol : wanted.symbols()) {
            try {
                channels.add(fanout.channels().acquire("price:" + symbol, Optional.empty()));
            } catch (UnknownChannelException e) {
                channels.forEach(fanout.channels()::release);
                Problem problem = Problem.inField(e.code(), "symbols", symbol + ": " + e.getMessage());
                throw new ApiException(e.code() == ErrorCode.UNKNOWN_SYMBOL ? problem.asNotFound() : problem);
            }
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        StreamConnection opened = fanout.open(context, EventStreamFormat.INSTANCE);
        connection = opened;
        opened.write(opened.allocator().directBuffer(RETRY.length).writeBytes(RETRY));
        for (; !channels.isEmpty(); channels.removeFirst()) {
            opened.subscribe(channels.getFirst(), from(channels.getFirst()));
        }
    }

    /**
     * Where to begin. One id cannot speak of several symbols: only for a single one does it prove that the newest price is there already.
     */
    private Cursor from(LiveChannel channel) {
        Optional<Command.Point> last = wanted.symbols().size() == 1 ? wanted.last() : Optional.empty();
        Cursor at = last.map(point -> channel.resume(point.epoch(), point.sequence())).orElse(null);
        return at == null ? Cursor.NONE : at;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (connection != null) {
            connection.writabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (connection != null) {
            connection.closed();
        }
    }

    /** Gives back the channels that it has not subscribed to. */
    void release() {
        channels.forEach(fanout.channels()::release);
        channels.clear();
    }

    /** As with a WebSocket: at once if it could not be opened. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        release();
        if (connection == null) {
            fanout.left();
        } else {
            connection.closed();
        }
        context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
