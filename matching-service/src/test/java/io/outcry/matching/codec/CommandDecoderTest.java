// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UnknownFieldSet;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Tick;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.TimeInForce;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CommandDecoderTest {

    @Test
    void everyFieldOfAPlacementArrives() {
        byte[] bytes = OrderCommand.newBuilder()
                .setTimeUs(7)
                .setPlace(PlaceOrder.newBuilder()
                        .setAccount("alice")
                        .setClientOrderId("a-1")
                        .setSymbol("BTC-USD")
                        .setSideValue(2)
                        .setTypeValue(1)
                        .setTimeInForceValue(3)
                        .setPrice(Long.MAX_VALUE)
                        .setQuantity(-1))
                .build()
                .toByteArray();
        assertThat(CommandDecoder.decode(bytes)).isEqualTo(new Command.PlaceOrder(
                7, "alice", "a-1", "BTC-USD", Side.SELL, OrderType.LIMIT, TimeInForce.FOK, Long.MAX_VALUE, -1));
    }

    @Test
    void whatIsLeftOutIsUnspecified() {
        byte[] bytes = OrderCommand.newBuilder().setPlace(PlaceOrder.getDefaultInstance()).build().toByteArray();
        assertThat(CommandDecoder.decode(bytes)).isEqualTo(new Command.PlaceOrder(
                0, "", "", "", Side.UNSPECIFIED, OrderType.UNSPECIFIED, TimeInForce.UNSPECIFIED, 0, 0));
        byte[] tick = OrderCommand.newBuilder().setTick(Tick.getDefaultInstance()).build().toByteArray();
        assertThat(CommandDecoder.decode(tick)).isEqualTo(new Command.Tick(0));
    }

    @Test
    void whatANewerVersionCouldMeanIsUndecodable() {
        undecodable(null, "no value");
        undecodable(new byte[0], "no body");
        undecodable(OrderCommand.newBuilder().setTimeUs(1).build().toByteArray(), "no body");
        undecodable(OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setSideValue(9)).build().toByteArray(), "side");
        undecodable(OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setTypeValue(9)).build().toByteArray(), "order type");
        undecodable(
                OrderCommand.newBuilder()
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(60, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                                .build())
                        .build()
                        .toByteArray(),
                "no body");
    }

    @Test
    void hostileBytesAreUndecodableOrACommandAndNothingElse() {
        byte[] good = OrderCommand.newBuilder()
                .setTimeUs(123_456_789)
                .setCancel(CancelOrder.newBuilder().setAccount("alice").setOrderId(42))
                .build()
                .toByteArray();
        SplittableRandom random = new SplittableRandom(7);
        int undecodable = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = i % 2 == 0 ? new byte[random.nextInt(40)] : good.clone();
            if (i % 2 == 0) {
                random.nextBytes(bytes);
            } else {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(CommandDecoder.decode(bytes)).isNotNull();
            } catch (UndecodableCommandException expected) {
                undecodable++;
            }
        }
        assertThat(undecodable).isGreaterThan(1_000);
    }

    private static void undecodable(byte @org.jspecify.annotations.Nullable [] bytes, String why) {
        assertThatThrownBy(() -> CommandDecoder.decode(bytes))
                .isInstanceOf(UndecodableCommandException.class)
                .hasMessageContaining(why);
    }
}
