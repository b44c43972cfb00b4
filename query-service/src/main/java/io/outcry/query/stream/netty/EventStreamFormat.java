// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.Update;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.Heartbeat;
import io.outcry.query.stream.fanout.WireFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Server-sent events of prices. The body ends with the connection, so there are no chunks around them. */
final class EventStreamFormat implements WireFormat {

    static final EventStreamFormat INSTANCE = new EventStreamFormat();

    private static final int HEARTBEAT_SECONDS = 15;
    private static final int OVERHEAD = 64;

    private EventStreamFormat() {}

    @Override
    public int index() {
        return 1;
    }

    @Override
    public ByteBuf update(ByteBufAllocator allocator, Update update) {
        ByteBuf out = allocator.directBuffer(update.messages().stream().mapToInt(message -> message.length + OVERHEAD).sum());
        byte[] start = ascii("event: price\nid: " + update.epoch() + '-' + update.to().sequence() + "\ndata: ");
        for (byte[] message : update.messages()) {
            out.writeBytes(start).writeBytes(message).writeByte('\n').writeByte('\n');
        }
        return out;
    }

    @Override
    public ByteBuf heartbeat(ByteBufAllocator allocator, Heartbeat heartbeat) {
        return bytes(allocator, ": heartbeat " + heartbeat.timeMillis() + "\n\n");
    }

    @Override
    public int heartbeatSeconds() {
        return HEARTBEAT_SECONDS;
    }

    @Override
    public @Nullable ByteBuf ping(ByteBufAllocator allocator) {
        return null;
    }

    @Override
    public ByteBuf bye(ByteBufAllocator allocator, EndReason reason, int retryMillis) {
        return bytes(allocator, "retry: " + retryMillis + "\nevent: bye\ndata: {\"type\":\"bye\",\"reason\":\"" + reason.text()
                + "\",\"retryMs\":" + retryMillis + "}\n\n");
    }

    private static ByteBuf bytes(ByteBufAllocator allocator, String text) {
        byte[] bytes = ascii(text);
        return allocator.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
