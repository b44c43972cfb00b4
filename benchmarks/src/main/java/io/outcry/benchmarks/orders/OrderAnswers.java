// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Which answers to orders count: outcomes. A market order that meets an empty side is rejected, which is one like any other; no other refusal is. */
final class OrderAnswers {

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int REJECTED = 422;
    private static final ByteBuf ORDER = text("\"orderId\":\"");
    private static final ByteBuf CODE = text("\"code\":\"");
    private static final ByteBuf EMPTY_SIDE = text("\"code\":\"NO_LIQUIDITY\"");

    private OrderAnswers() {}

    static boolean isOutcome(int status, ByteBuf body) {
        return status == CREATED || status == REJECTED && count(ORDER, body) == 1 && count(EMPTY_SIDE, body) == 1;
    }

    /** Of a batch: each of its orders has one. */
    static boolean areOutcomes(int status, ByteBuf body) {
        return status == OK && count(ORDER, body) == OrdersLoad.BATCH && count(CODE, body) == count(EMPTY_SIDE, body);
    }

    private static int count(ByteBuf words, ByteBuf body) {
        int count = 0;
        ByteBuf rest = body.slice();
        for (int at = ByteBufUtil.indexOf(words, rest); at >= 0; at = ByteBufUtil.indexOf(words, rest)) {
            count++;
            rest.skipBytes(at - rest.readerIndex() + words.readableBytes());
        }
        return count;
    }

    private static ByteBuf text(String text) {
        return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }
}
