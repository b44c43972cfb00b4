// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.Update;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.Heartbeat;
import io.outcry.query.stream.fanout.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Unfragmented, unmasked WebSocket frames (RFC 6455, section 5.2): text for messages. */
final class WebSocketFormat implements WireFormat {

    /** The only one: it has no state. */
    static final WebSocketFormat INSTANCE = new WebSocketFormat();

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    /** Payload lengths up to here are in the second byte. */
    private static final int SHORT = 125;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int LARGEST_HEADER = 10;

    private WebSocketFormat() {}

    @Override
    public int index() {
        return 0;
    }

    @Override
    public ByteBuf update(ByteBufAllocator allocator, Update update) {
        return texts(allocator, update.messages());
    }

    private static ByteBuf texts(ByteBufAllocator allocator, List<byte[]> messages) {
        int length = messages.stream().mapToInt(message -> message.length + LARGEST_HEADER).sum();
        ByteBuf out = allocator.directBuffer(length);
        for (byte[] message : messages) {
            frame(out, TEXT, message);
        }
        return out;
    }

    /** One text message. */
    ByteBuf text(ByteBufAllocator allocator, byte[] message) {
        return texts(allocator, List.of(message));
    }

    /** The answer to a ping, with the same payload. */
    ByteBuf pong(ByteBufAllocator allocator, ByteBuf payload) {
        int length = payload.readableBytes();
        ByteBuf out = allocator.directBuffer(2 + length).writeByte(PONG).writeByte(length);
        return out.writeBytes(payload, payload.readerIndex(), length);
    }

    private static void frame(ByteBuf out, int type, byte[] payload) {
        out.writeByte(type);
        if (payload.length <= SHORT) {
            out.writeByte(payload.length);
        } else if (payload.length <= 0xFFFF) {
            out.writeByte(LENGTH_16).writeShort(payload.length);
        } else {
            out.writeByte(LENGTH_64).writeLong(payload.length);
        }
        out.writeBytes(payload);
    }

    @Override
    public ByteBuf heartbeat(ByteBufAllocator allocator, Heartbeat heartbeat) {
        return text(allocator, heartbeat.json());
    }

    @Override
    public int heartbeatSeconds() {
        return 1;
    }

    @Override
    public ByteBuf ping(ByteBufAllocator allocator) {
        return allocator.directBuffer(2).writeByte(PING).writeByte(0);
    }

    @Override
    public ByteBuf bye(ByteBufAllocator allocator, EndReason reason, int retryMillis) {
        ByteBuf out = allocator.directBuffer();
        if (reason != EndReason.LEFT) {
            frame(out, TEXT, ("{\"type\":\"bye\",\"reason\":\"" + reason.text() + "\",\"retryMs\":" + retryMillis + "}")
                    .getBytes(StandardCharsets.UTF_8));
        }
        byte[] text = reason.text().getBytes(StandardCharsets.UTF_8);
        return out.writeByte(CLOSE).writeByte(2 + text.length).writeShort(reason.status()).writeBytes(text);
    }
}
