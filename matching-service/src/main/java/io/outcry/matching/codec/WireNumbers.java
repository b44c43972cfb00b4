// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.ProtocolMessageEnum;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;
import java.util.function.Function;
import java.util.stream.Stream;

/** The numbers that {@link WireEnums} gives the engine's words, looked up once. */
final class WireNumbers {

    private static final int[] SIDES = numbers(Side.values(), WireEnums::of);
    private static final int[] TYPES = numbers(OrderType.values(), WireEnums::of);
    private static final int[] TIMES_IN_FORCE = numbers(TimeInForce.values(), WireEnums::of);
    private static final int[] PREVENTIONS = numbers(SelfTradePrevention.values(), WireEnums::of);
    private static final int[] STATUSES = numbers(OrderStatus.values(), WireEnums::of);
    private static final int[] STATES = numbers(TradingState.values(), WireEnums::of);
    private static final int[] TIERS = numbers(Tier.values(), WireEnums::of);
    private static final int[] REJECTS = numbers(RejectCode.values(), WireEnums::of);

    private WireNumbers() {}

    static int of(Side side) {
        return SIDES[side.ordinal()];
    }

    static int of(OrderType type) {
        return TYPES[type.ordinal()];
    }

    static int of(TimeInForce timeInForce) {
        return TIMES_IN_FORCE[timeInForce.ordinal()];
    }

    static int of(SelfTradePrevention prevention) {
        return PREVENTIONS[prevention.ordinal()];
    }

    static int of(OrderStatus status) {
        return STATUSES[status.ordinal()];
    }

    static int of(TradingState state) {
        return STATES[state.ordinal()];
    }

    static int of(Tier tier) {
        return TIERS[tier.ordinal()];
    }

    static int of(RejectCode code) {
        return REJECTS[code.ordinal()];
    }

    private static <E extends Enum<E>> int[] numbers(E[] words, Function<E, ProtocolMessageEnum> wire) {
        return Stream.of(words).map(wire).mapToInt(ProtocolMessageEnum::getNumber).toArray();
    }
}
