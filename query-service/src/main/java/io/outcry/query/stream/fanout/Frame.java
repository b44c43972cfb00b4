// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import io.netty.buffer.ByteBuf;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.Update;
import org.jspecify.annotations.Nullable;

/**
 * An update for all who are at {@code from}, encoded.
 *
 * @param bytes to be shared by retained duplicates; nothing if there is nothing to send
 * @param holders connections whose sockets have not taken it yet
 */
record Frame(Cursor from, Update update, @Nullable ByteBuf bytes, Holders holders) {

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
