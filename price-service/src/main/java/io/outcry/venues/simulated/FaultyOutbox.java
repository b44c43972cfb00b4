// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.VenueFaults.Active;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Sends what a session says, less what is lost, late, doubled, out of order or spoilt. */
final class FaultyOutbox implements FeedSession.Outbox {

    private static final int PIECE_BYTES = 1 << 20;

    private final ChannelHandlerContext ctx;
    private final VenueFaults faults;
    private final VenueTraffic traffic;
    private final Mishaps mishaps;
    private boolean pouring;

    FaultyOutbox(ChannelHandlerContext ctx, VenueFaults faults, VenueTraffic traffic) {
        this.ctx = ctx;
        this.faults = faults;
        this.traffic = traffic;
        this.mishaps = new Mishaps(faults);
    }

    @Override
    public void data(String symbol, String json) {
        mishaps.ofData(symbol, json).forEach(this::send);
    }

    @Override
    public void say(String json) {
        mishaps.ofWords(json).forEach(this::send);
    }

    private void send(String json) {
        Active latency = faults.at(InjectedFault.LATENCY, Scope.SOCKET);
        if (latency == null) {
            write(json);
        } else {
            ctx.executor().schedule(() -> {
                write(json);
                ctx.flush();
            }, (long) Math.clamp(latency.amount(), 0, 600_000), TimeUnit.MILLISECONDS);
        }
    }

    private void write(String json) {
        Active huge = faults.at(InjectedFault.HUGE_BODY, Scope.SOCKET);
        if (pouring) {
            return;
        }
        traffic.messageSent();
        if (huge != null) {
            pouring = true;
            ctx.write(new TextWebSocketFrame(false, 0, Unpooled.wrappedBuffer("[".getBytes(StandardCharsets.US_ASCII))));
            pour((long) (huge.amount() * 1_000_000));
        } else {
            ctx.write(new TextWebSocketFrame(Unpooled.wrappedBuffer(WrongBody.of(json, faults, Scope.SOCKET))));
        }
    }

    private void pour(long bytesLeft) {
        boolean last = bytesLeft <= PIECE_BYTES;
        byte[] piece = "[0,0,0,0".repeat(PIECE_BYTES / 8).getBytes(StandardCharsets.US_ASCII);
        ctx.writeAndFlush(new ContinuationWebSocketFrame(last, 0, Unpooled.wrappedBuffer(piece))).addListener(written -> {
            if (written.isSuccess() && !last) {
                pour(bytesLeft - PIECE_BYTES);
            } else {
                pouring = false;
            }
        });
    }
}
