// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One client: opens, subscribes, and looks at each price only as far as it must. */
final class ClientSocket extends ByteToMessageDecoder {

    private static final byte[] REQUEST = ("GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PRICE = "{\"channel\":\"price:S".getBytes(StandardCharsets.US_ASCII);
    private static final int TEXT = 1;
    private static final int PING = 9;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private final ClientTally tally;
    private final Runnable opened;
    private final byte[] subscribe;
    private final long[] sequences;
    private boolean open;

    /** @param opened called when the handshake is over */
    ClientSocket(ClientTally tally, int symbols, byte[] subscribe, Runnable opened) {
        this.tally = tally;
        this.subscribe = subscribe;
        this.opened = opened;
        this.sequences = new long[symbols];
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(Unpooled.wrappedBuffer(REQUEST));
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (!open) {
            int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
            if (end < 0) {
                return;
            }
            boolean last = end - in.readerIndex() == 1;
            in.readerIndex(end + 1);
            if (last) {
                open = true;
                context.writeAndFlush(Unpooled.wrappedBuffer(subscribe));
                opened.run();
            }
            return;
        }
        while (frame(context, in)) {
            // One after the other, as many as are there.
        }
    }

    private boolean frame(ChannelHandlerContext context, ByteBuf in) {
        int start = in.readerIndex();
        int there = in.readableBytes();
        if (there < 2) {
            return false;
        }
        int length = in.getByte(start + 1) & 0x7F;
        int header = length == LENGTH_16 ? 4 : length == LENGTH_64 ? 10 : 2;
        if (there < header) {
            return false;
        }
        long size = length == LENGTH_16 ? in.getUnsignedShort(start + 2) : length == LENGTH_64 ? in.getLong(start + 2) : length;
        if (there < header + size) {
            return false;
        }
        int type = in.getByte(start) & 0xF;
        if (type == TEXT && size > Quote.CONFLATED_AT && isPrice(in, start + header)) {
            price(in, start + header, (int) size);
        } else if (type == PING) {
            context.writeAndFlush(Unpooled.wrappedBuffer(new byte[]{(byte) 0x8A, (byte) 0x80, 0, 0, 0, 0}));
        }
        in.readerIndex((int) (start + header + size));
        return true;
    }

    private static boolean isPrice(ByteBuf in, int at) {
        for (int i = 0; i < PRICE.length; i++) {
            if (in.getByte(at + i) != PRICE[i]) {
                return false;
            }
        }
        return true;
    }

    private void price(ByteBuf in, int at, int size) {
        int symbol = (int) digits(in, at + Quote.SYMBOL_AT, 3);
        long conflated = 0;
        int next = at + Quote.CONFLATED_AT;
        for (byte digit = in.getByte(next); digit != ','; digit = in.getByte(++next)) {
            conflated = 10 * conflated + digit - '0';
        }
        long due = digits(in, next + Quote.TIME_AFTER, Quote.TIME_DIGITS);
        long sequence = 0;
        int last = at + size - 2;
        for (long power = 1; in.getByte(last) != ':'; power *= 10) {
            sequence += power * (in.getByte(last--) - '0');
        }
        long before = sequences[symbol];
        sequences[symbol] = sequence;
        tally.seen(System.currentTimeMillis() - due, conflated, before == 0 ? 0 : sequence - before - 1 - conflated);
    }

    private static long digits(ByteBuf in, int at, int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = 10 * number + in.getByte(at + i) - '0';
        }
        return number;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
