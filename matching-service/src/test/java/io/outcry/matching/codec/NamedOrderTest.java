// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order that a command names, read without decoding the command. */
class NamedOrderTest {

    private static final long ID = (3L << 48) + 123_456_789;

    @Test
    void isThatOfACancelAndOfAnAmendment() {
        assertThat(NamedOrder.in(cancel(CancelOrder.newBuilder().setAccount("alice").setOrderId(ID)))).isEqualTo(ID);
        assertThat(NamedOrder.in(amend(AmendOrder.newBuilder().setAccount("alice").setOrderId(ID).setPrice(5)))).isEqualTo(ID);
    }

    @Test
    void isNoneWhereTheCommandNamesNone() {
        assertThat(NamedOrder.in(cancel(CancelOrder.newBuilder().setAccount("alice").setClientOrderId("mine")))).isZero();
        assertThat(NamedOrder.in(OrderCommand.newBuilder()
                .setPlace(PlaceOrder.newBuilder().setAccount("alice").setPrice(ID))
                .build()
                .toByteArray()))
                .isZero();
        assertThat(NamedOrder.in(null)).isZero();
        assertThat(NamedOrder.in(new byte[0])).isZero();
    }

    @Test
    void bytesThatAreNoCommandNameNothingOrAnything() {
        byte[] whole = cancel(CancelOrder.newBuilder().setAccount("alice").setOrderId(ID));
        for (int length = 0; length < whole.length - 1; length++) {
            assertThat(NamedOrder.in(Arrays.copyOf(whole, length))).as("%d bytes", length).isZero();
        }
        Random random = new Random(11);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            assertThat(NamedOrder.in(ByteString.copyFrom(bytes).toByteArray())).isNotNull();
        }
    }

    private static byte[] cancel(CancelOrder.Builder cancel) {
        return OrderCommand.newBuilder().setTimeUs(7).setCancel(cancel).build().toByteArray();
    }

    private static byte[] amend(AmendOrder.Builder amend) {
        return OrderCommand.newBuilder().setTimeUs(7).setAmend(amend).build().toByteArray();
    }
}
