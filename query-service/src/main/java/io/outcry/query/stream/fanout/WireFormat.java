// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.outcry.query.stream.channel.Update;
import org.jspecify.annotations.Nullable;

/** How messages become bytes. The bytes are final: one buffer serves all connections of the format. */
public interface WireFormat {

    /** Formats are told apart by this, from 0. */
    int index();

    /** How many formats there can be. */
    int COUNT = 2;

    /** The messages of an update, which has at least one. */
    ByteBuf update(ByteBufAllocator allocator, Update update);

    /** A sign of life. */
    ByteBuf heartbeat(ByteBufAllocator allocator, Heartbeat heartbeat);

    /** How often there is one. */
    int heartbeatSeconds();

    /** Asks the client for a sign of life; nothing where clients cannot answer. */
    @Nullable
    ByteBuf ping(ByteBufAllocator allocator);

    /** The last words, and whatever ends the conversation. */
    ByteBuf bye(ByteBufAllocator allocator, EndReason reason, int retryMillis);
}
