// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Counts answers that are not right, and keeps the first of them. For one thread. */
final class WrongAnswers {

    private static final int KEPT_BYTES = 1_000;

    private long count;
    private String first = "";

    void add(int status, ByteBuf answer) {
        if (count++ == 0) {
            int length = Math.min(KEPT_BYTES, answer.readableBytes());
            String text = answer.toString(answer.readerIndex(), length, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
            first = status == HttpClients.LOST ? "connection lost; " + text : text;
        }
    }

    long count() {
        return count;
    }

    /** One line; empty if no answer was wrong. */
    String first() {
        return first;
    }
}
