// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;

/** Protobuf's words in the engine's. A word that this version does not know makes its command undecodable. */
final class KnownValues {

    private KnownValues() {}

    static Side side(io.outcry.contracts.v1.Side side) {
        return switch (side) {
            case SIDE_UNSPECIFIED -> Side.UNSPECIFIED;
            case SIDE_BUY -> Side.BUY;
            case SIDE_SELL -> Side.SELL;
            case UNRECOGNIZED -> throw unknown("side");
        };
    }

    static OrderType type(io.outcry.contracts.v1.OrderType type) {
        return switch (type) {
            case ORDER_TYPE_UNSPECIFIED -> OrderType.UNSPECIFIED;
            case ORDER_TYPE_LIMIT -> OrderType.LIMIT;
            case ORDER_TYPE_MARKET -> OrderType.MARKET;
            case ORDER_TYPE_STOP_LOSS -> OrderType.STOP_LOSS;
            case ORDER_TYPE_STOP_LOSS_LIMIT -> OrderType.STOP_LOSS_LIMIT;
            case ORDER_TYPE_TAKE_PROFIT -> OrderType.TAKE_PROFIT;
            case ORDER_TYPE_TAKE_PROFIT_LIMIT -> OrderType.TAKE_PROFIT_LIMIT;
            case UNRECOGNIZED -> throw unknown("order type");
        };
    }

    static TimeInForce timeInForce(io.outcry.contracts.v1.TimeInForce timeInForce) {
        return switch (timeInForce) {
            case TIME_IN_FORCE_UNSPECIFIED -> TimeInForce.UNSPECIFIED;
            case TIME_IN_FORCE_GTC -> TimeInForce.GTC;
            case TIME_IN_FORCE_IOC -> TimeInForce.IOC;
            case TIME_IN_FORCE_FOK -> TimeInForce.FOK;
            case TIME_IN_FORCE_GTD -> TimeInForce.GTD;
            case TIME_IN_FORCE_DAY -> TimeInForce.DAY;
            case UNRECOGNIZED -> throw unknown("time in force");
        };
    }

    /** Left out: none. */
    static SelfTradePrevention selfTradePrevention(io.outcry.contracts.v1.SelfTradePrevention prevention) {
        return switch (prevention) {
            case SELF_TRADE_PREVENTION_UNSPECIFIED, SELF_TRADE_PREVENTION_NONE -> SelfTradePrevention.NONE;
            case SELF_TRADE_PREVENTION_EXPIRE_TAKER -> SelfTradePrevention.EXPIRE_TAKER;
            case SELF_TRADE_PREVENTION_EXPIRE_MAKER -> SelfTradePrevention.EXPIRE_MAKER;
            case SELF_TRADE_PREVENTION_EXPIRE_BOTH -> SelfTradePrevention.EXPIRE_BOTH;
            case SELF_TRADE_PREVENTION_DECREMENT -> SelfTradePrevention.DECREMENT;
            case UNRECOGNIZED -> throw unknown("self-trade prevention");
        };
    }

    static TradingState state(io.outcry.contracts.v1.TradingState state) {
        return switch (state) {
            case TRADING_STATE_UNSPECIFIED -> TradingState.UNSPECIFIED;
            case TRADING_STATE_TRADING -> TradingState.TRADING;
            case TRADING_STATE_HALTED -> TradingState.HALTED;
            case TRADING_STATE_CANCEL_ONLY -> TradingState.CANCEL_ONLY;
            case TRADING_STATE_AUCTION -> TradingState.AUCTION;
            case TRADING_STATE_CLOSED -> TradingState.CLOSED;
            case UNRECOGNIZED -> throw unknown("trading state");
        };
    }

    static Tier tier(io.outcry.contracts.v1.Tier tier) {
        return switch (tier) {
            case TIER_UNSPECIFIED -> Tier.UNSPECIFIED;
            case TIER_HOT -> Tier.HOT;
            case TIER_MEDIUM -> Tier.MEDIUM;
            case TIER_COLD -> Tier.COLD;
            case UNRECOGNIZED -> throw unknown("tier");
        };
    }

    private static UndecodableCommandException unknown(String what) {
        return new UndecodableCommandException("the command has a " + what + " that this version does not know");
    }
}
