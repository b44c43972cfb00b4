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
 */
record Frame(Cursor from, Cursor to, @Nullable ByteBuf bytes, int messages, long conflated, long dropped, boolean more) {

    void release() {
        if (bytes != null) {
            bytes.release();
        }
    }
}
