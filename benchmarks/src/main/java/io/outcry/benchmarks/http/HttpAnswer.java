// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The little that a client must read of an answer to know that it is whole. */
final class HttpAnswer {

    static final int NOT_WHOLE = -1;

    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = 9;

    private HttpAnswer() {}

    /** The status of the answer that {@code bytes} holds, or {@link #NOT_WHOLE}. Only answers with a Content-Length are understood. */
    static int wholeStatus(ByteBuf bytes) {
        int length = 0;
        int at = 0;
        int end = bytes.writerIndex();
        while (at < end) {
            int line = bytes.indexOf(at, end, (byte) '\n');
            if (line < 0) {
                return NOT_WHOLE;
            }
            if (line - at <= 1) {
                return end - line - 1 >= length ? number(bytes, STATUS_AT, STATUS_AT + 3) : NOT_WHOLE;
            }
            if (isLength(bytes, at, line)) {
                length = number(bytes, at + LENGTH.length, line - 1);
            }
            at = line + 1;
        }
        return NOT_WHOLE;
    }

    private static boolean isLength(ByteBuf bytes, int from, int to) {
        if (to - from < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(bytes.getByte(from + i)) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(ByteBuf bytes, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes.getByte(i) - '0';
            number = digit >= 0 && digit <= 9 ? number * 10 + digit : number;
        }
        return number;
    }
}
