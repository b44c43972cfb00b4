// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class OrderAnswersTest {

    private static final String NEW = "{\"orderId\":\"7\",\"status\":\"NEW\"}";
    private static final String EMPTY_SIDE = "{\"code\":\"NO_LIQUIDITY\",\"orderId\":\"8\"}";
    private static final String HALTED = "{\"code\":\"HALTED\",\"orderId\":\"9\"}";
    private static final String PENDING = "{\"orderId\":\"10\",\"status\":\"PENDING_NEW\"}";

    @Test
    void aMarketOrderOnAnEmptySideHasAnOutcomeAndNoOtherRefusalIsOne() {
        assertThat(OrderAnswers.isOutcome(201, answer(NEW))).isTrue();
        assertThat(OrderAnswers.isOutcome(422, answer(EMPTY_SIDE))).isTrue();
        assertThat(OrderAnswers.isOutcome(422, answer(HALTED))).isFalse();
        assertThat(OrderAnswers.isOutcome(202, answer(PENDING))).isFalse();
        assertThat(OrderAnswers.isOutcome(503, answer("{}"))).isFalse();
    }

    @Test
    void aBatchCountsIfEachOfItsOrdersHasAnOutcome() {
        assertThat(OrderAnswers.areOutcomes(200, batch(OrdersLoad.BATCH - 1, EMPTY_SIDE))).isTrue();
        assertThat(OrderAnswers.areOutcomes(200, batch(OrdersLoad.BATCH - 1, HALTED))).isFalse();
        assertThat(OrderAnswers.areOutcomes(200, batch(OrdersLoad.BATCH - 1, PENDING))).isFalse();
        assertThat(OrderAnswers.areOutcomes(200, batch(OrdersLoad.BATCH - 2, EMPTY_SIDE))).as("one is missing").isFalse();
        assertThat(OrderAnswers.areOutcomes(429, batch(OrdersLoad.BATCH - 1, NEW))).isFalse();
    }

    private static ByteBuf batch(int placed, String last) {
        return answer("{\"results\":[" + String.join(",", Collections.nCopies(placed, NEW)) + "," + last + "]}");
    }

    private static ByteBuf answer(String body) {
        return Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n\r\n" + body, StandardCharsets.US_ASCII);
    }
}
