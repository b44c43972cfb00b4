// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Which answers to orders count: outcomes. A market order that meets an empty side is rejected, which is one like any other; no other refusal is. */
final class OrderAnswers {

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int REJECTED = 422;
    private static final String ORDER = "\"orderId\":\"";
    private static final String CODE = "\"code\":\"";
    private static final String EMPTY_SIDE = CODE + "NO_LIQUIDITY\"";
    private static final String PENDING = "\"status\":\"PENDING_NEW\"";

    private OrderAnswers() {}

    static boolean isOutcome(int status, ByteBuf answer) {
        return status == CREATED || status == REJECTED && count(EMPTY_SIDE, text(answer)) == 1;
    }

    /** Of a batch: each of its orders has one. */
    static boolean areOutcomes(int status, ByteBuf answer) {
        if (status != OK) {
            return false;
        }
        String text = text(answer);
        return count(ORDER, text) == OrdersLoad.BATCH && count(CODE, text) == count(EMPTY_SIDE, text) && !text.contains(PENDING);
    }

    private static String text(ByteBuf answer) {
        return answer.toString(StandardCharsets.ISO_8859_1);
    }

    private static int count(String words, String text) {
        int count = 0;
        for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length())) {
            count++;
        }
        return count;
    }
}
