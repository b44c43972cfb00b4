// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which something was asked and nothing at all has come since, for a given time or up to a quarter more. The next one
 * is made to where Redis is then. TCP alone would keep it: a host that is gone says so after a quarter of an hour where something was sent
 * that it has not acknowledged, for keepalive is silent then; and for a process that stands still its system acknowledges everything.
 *
 * <p>Closes a connection as well that was made before Redis moved, as somebody has found out: what was a master and is a replica now keeps
 * those that lead to it.
 */
final class SilenceLimit extends ChannelDuplexHandler {

    private static final int LOOKS = 4;

    private final long lookMillis;
    private final IntSupplier moves;
    private int movesBefore;
    private boolean asked;
    private int looks;
    private @Nullable Future<?> looking;

    /** @param moves how often Redis has moved so far */
    SilenceLimit(Duration limit, IntSupplier moves) {
        lookMillis = limit.dividedBy(LOOKS).toMillis();
        this.moves = moves;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        movesBefore = moves.getAsInt();
        looking = context.executor().scheduleAtFixedRate(() -> look(context), lookMillis, lookMillis, TimeUnit.MILLISECONDS);
        context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (looking != null) {
            looking.cancel(false);
        }
        context.fireChannelInactive();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!asked) {
            asked = true;
            looks = 0;
        }
        context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        asked = false;
        context.fireChannelRead(message);
    }

    private void look(ChannelHandlerContext context) {
        // The first may come right after the question.
        if (asked && ++looks > LOOKS || moves.getAsInt() != movesBefore) {
            context.close();
        }
    }
}
