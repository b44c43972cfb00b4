// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.contracts.v1.Side;
import io.outcry.matching.domain.EngineLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UndecodableCommandTest {

    private static final UnknownFieldSet NEWER = UnknownFieldSet.newBuilder()
            .addField(60, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();

    private final WireEngine engine = new WireEngine(0, EngineLimits.STANDARD);

    @Test
    void whatIsNoCommandIsUndecodable() {
        undecodable((byte[]) null, "no value");
        undecodable(new byte[0], "no body");
        undecodable(OrderCommand.newBuilder().setTimeUs(1), "no body");
        undecodable(OrderCommand.newBuilder().setUnknownFields(NEWER), "no body");
    }

    @Test
    void aValueThatANewerVersionMayKnowIsUndecodableAndLeavesTheEngineAlone() {
        undecodable(OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setSideValue(9)), "side");
        undecodable(OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setTypeValue(9)), "order type");
        undecodable(OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setTimeInForceValue(9)), "time in force");
        undecodable(
                OrderCommand.newBuilder().setPlace(PlaceOrder.newBuilder().setSelfTradePreventionValue(9)), "self-trade prevention");
        undecodable(OrderCommand.newBuilder().setMassCancel(MassCancel.newBuilder().setSideValue(9)), "side");
        undecodable(OrderCommand.newBuilder().setSetTradingState(SetTradingState.newBuilder().setStateValue(9)), "trading state");
        undecodable(
                OrderCommand.newBuilder().setDefineInstrument(
                        DefineInstrument.newBuilder().setInstrument(Instrument.newBuilder().setTierValue(9))),
                "tier");
        assertThat(engine.engine().lastOffset()).isEqualTo(-1);
    }

    @Test
    void aFieldThatANewerVersionMayKnowIsUndecodableWhereverItStands() {
        for (FieldDescriptor body : OrderCommand.getDescriptor().getOneofs().getFirst().getFields()) {
            Message sound = OrderCommand.newBuilder().newBuilderForField(body).build();
            for (Message newer : withAFieldMore(sound)) {
                undecodable(OrderCommand.newBuilder().setField(body, newer), "does not know: [60] of ");
            }
            undecodable(OrderCommand.newBuilder().setField(body, sound).setUnknownFields(NEWER), "does not know: [60] of OrderCommand");
        }
        assertThat(engine.engine().lastOffset()).isEqualTo(-1);
    }

    /** In the message itself, and in each message that may stand in it. */
    private static List<Message> withAFieldMore(Message sound) {
        List<Message> newer = new ArrayList<>();
        newer.add(sound.toBuilder().setUnknownFields(NEWER).build());
        for (FieldDescriptor field : sound.getDescriptorForType().getFields()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                Message within = sound.toBuilder().newBuilderForField(field).build();
                withAFieldMore(within).forEach(one -> newer.add(sound.toBuilder().setField(field, one).build()));
            }
        }
        return newer;
    }

    @Test
    void whatIsLeftOutIsUnspecifiedAndTheEngineSaysNo() {
        engine.apply(WireCommands.define(0, WireCommands.rules()));
        PlaceOrder.Builder whole = WireCommands.limit("alice", Side.SIDE_BUY, 1, 1);
        for (PlaceOrder.Builder partial : List.of(
                whole.clone().clearSide(), whole.clone().clearType(), whole.clone().clearTimeInForce(), whole.clone().clearAccount())) {
            assertThat(engine.apply(WireCommands.place(0, partial)).getReject()).isEqualTo(RejectCode.REJECT_CODE_INVALID_COMMAND);
        }
        assertThat(engine.apply(WireCommands.place(0, PlaceOrder.newBuilder())).getReject())
                .isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        assertThat(engine.apply(WireCommands.define(0, Instrument.newBuilder())).getReject())
                .isEqualTo(RejectCode.REJECT_CODE_INVALID_COMMAND);
    }

    @Test
    void hostileBytesAreUndecodableOrACommandAndNothingElse() {
        byte[] good = WireCommands.place(123_456_789, WireCommands.limit("alice", Side.SIDE_BUY, 1, 1)).toByteArray();
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
                assertThat(engine.apply(i, bytes)).isNotNull();
            } catch (UndecodableCommandException expected) {
                undecodable++;
            }
        }
        assertThat(undecodable).isGreaterThan(1_000);
    }

    private void undecodable(OrderCommand.Builder command, String why) {
        undecodable(command.build().toByteArray(), why);
    }

    private void undecodable(byte @Nullable [] bytes, String why) {
        assertThatThrownBy(() -> new CommandApplier(engine.engine()).apply(0, WireCommand.parse(bytes)))
                .isInstanceOf(UndecodableCommandException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> new CommandApplier(engine.engine()).apply(0, bytes))
                .isInstanceOf(UndecodableCommandException.class)
                .hasMessageContaining(why);
    }
}
