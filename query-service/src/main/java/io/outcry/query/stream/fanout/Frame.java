// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.outcry.query.stream.channel.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * What takes all who are at {@code from} to {@code to}, encoded.
 *
 * @param bytes to be shared by retained duplicates; nothing if there is nothing to send
 * @param messages in it
 * @param more there is more to get after it
 * @param holders connections whose sockets have not taken it yet
 */
record Frame(
        Cursor from, Cursor to, @Nullable ByteBuf bytes, int messages, long conflated, long dropped, boolean more, Holders holders) {

    Frame(Cursor from, Cursor to, @Nullable ByteBuf bytes, int messages, long conflated, long dropped, boolean more) {
        this(from, to, bytes, messages, conflated, dropped, more, new Holders());
    }

    /** How many connections hold a frame. Confined to the event loop. */
    static final class Holders {

        private int count;

        /** @return true for the first */
        boolean enter() {
            return count++ == 0;
        }

        /** @return true for the last */
        boolean leave() {
            return --count == 0;
        }
    }

    void release() {
        if (bytes != null) {
            bytes.release();
        }
    }
}
