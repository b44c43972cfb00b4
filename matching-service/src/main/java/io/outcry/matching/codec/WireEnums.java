// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;

/** The engine's words in protobuf. */
final class WireEnums {

    private WireEnums() {}

    static Side of(io.outcry.matching.domain.Side side) {
        return switch (side) {
            case UNSPECIFIED -> Side.SIDE_UNSPECIFIED;
            case BUY -> Side.SIDE_BUY;
            case SELL -> Side.SIDE_SELL;
        };
    }

    static OrderType of(io.outcry.matching.domain.OrderType type) {
        return switch (type) {
            case UNSPECIFIED -> OrderType.ORDER_TYPE_UNSPECIFIED;
            case LIMIT -> OrderType.ORDER_TYPE_LIMIT;
            case MARKET -> OrderType.ORDER_TYPE_MARKET;
            case STOP_LOSS -> OrderType.ORDER_TYPE_STOP_LOSS;
            case STOP_LOSS_LIMIT -> OrderType.ORDER_TYPE_STOP_LOSS_LIMIT;
            case TAKE_PROFIT -> OrderType.ORDER_TYPE_TAKE_PROFIT;
            case TAKE_PROFIT_LIMIT -> OrderType.ORDER_TYPE_TAKE_PROFIT_LIMIT;
        };
    }

    static TimeInForce of(io.outcry.matching.domain.TimeInForce timeInForce) {
        return switch (timeInForce) {
            case UNSPECIFIED -> TimeInForce.TIME_IN_FORCE_UNSPECIFIED;
            case GTC -> TimeInForce.TIME_IN_FORCE_GTC;
            case IOC -> TimeInForce.TIME_IN_FORCE_IOC;
            case FOK -> TimeInForce.TIME_IN_FORCE_FOK;
            case GTD -> TimeInForce.TIME_IN_FORCE_GTD;
            case DAY -> TimeInForce.TIME_IN_FORCE_DAY;
        };
    }

    /** None is left out: it is what most orders ask for. */
    static SelfTradePrevention of(io.outcry.matching.domain.SelfTradePrevention prevention) {
        return switch (prevention) {
            case NONE -> SelfTradePrevention.SELF_TRADE_PREVENTION_UNSPECIFIED;
            case EXPIRE_TAKER -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_TAKER;
            case EXPIRE_MAKER -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_MAKER;
            case EXPIRE_BOTH -> SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_BOTH;
            case DECREMENT -> SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT;
        };
    }

    static OrderStatus of(io.outcry.matching.domain.OrderStatus status) {
        return switch (status) {
            case NEW -> OrderStatus.ORDER_STATUS_NEW;
            case PARTIALLY_FILLED -> OrderStatus.ORDER_STATUS_PARTIALLY_FILLED;
            case FILLED -> OrderStatus.ORDER_STATUS_FILLED;
            case CANCELED -> OrderStatus.ORDER_STATUS_CANCELED;
            case EXPIRED -> OrderStatus.ORDER_STATUS_EXPIRED;
            case REJECTED -> OrderStatus.ORDER_STATUS_REJECTED;
            case EXPIRED_IN_MATCH -> OrderStatus.ORDER_STATUS_EXPIRED_IN_MATCH;
            case PENDING_TRIGGER -> OrderStatus.ORDER_STATUS_PENDING_TRIGGER;
        };
    }

    static TradingState of(io.outcry.matching.domain.TradingState state) {
        return switch (state) {
            case UNSPECIFIED -> TradingState.TRADING_STATE_UNSPECIFIED;
            case TRADING -> TradingState.TRADING_STATE_TRADING;
            case HALTED -> TradingState.TRADING_STATE_HALTED;
            case CANCEL_ONLY -> TradingState.TRADING_STATE_CANCEL_ONLY;
            case AUCTION -> TradingState.TRADING_STATE_AUCTION;
            case CLOSED -> TradingState.TRADING_STATE_CLOSED;
        };
    }

    static Tier of(io.outcry.matching.domain.Tier tier) {
        return switch (tier) {
            case UNSPECIFIED -> Tier.TIER_UNSPECIFIED;
            case HOT -> Tier.TIER_HOT;
            case MEDIUM -> Tier.TIER_MEDIUM;
            case COLD -> Tier.TIER_COLD;
        };
    }

    static RejectCode of(io.outcry.matching.domain.RejectCode code) {
        return switch (code) {
            case NONE -> RejectCode.REJECT_CODE_UNSPECIFIED;
            case UNKNOWN_SYMBOL -> RejectCode.REJECT_CODE_UNKNOWN_SYMBOL;
            case INVALID_TICK -> RejectCode.REJECT_CODE_INVALID_TICK;
            case INVALID_LOT -> RejectCode.REJECT_CODE_INVALID_LOT;
            case MIN_NOTIONAL -> RejectCode.REJECT_CODE_MIN_NOTIONAL;
            case QUANTITY_OUT_OF_RANGE -> RejectCode.REJECT_CODE_QUANTITY_OUT_OF_RANGE;
            case PRICE_BAND -> RejectCode.REJECT_CODE_PRICE_BAND;
            case NO_LIQUIDITY -> RejectCode.REJECT_CODE_NO_LIQUIDITY;
            case HALTED -> RejectCode.REJECT_CODE_HALTED;
            case ORDER_NOT_OPEN -> RejectCode.REJECT_CODE_ORDER_NOT_OPEN;
            case DUPLICATE_CLIENT_ORDER_ID -> RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID;
            case ORDER_NOT_FOUND -> RejectCode.REJECT_CODE_ORDER_NOT_FOUND;
            case SCALE_IMMUTABLE -> RejectCode.REJECT_CODE_SCALE_IMMUTABLE;
            case INVALID_COMMAND -> RejectCode.REJECT_CODE_INVALID_COMMAND;
            case WOULD_TAKE -> RejectCode.REJECT_CODE_WOULD_TAKE;
            case SELF_TRADE -> RejectCode.REJECT_CODE_SELF_TRADE;
            case BOOK_FULL -> RejectCode.REJECT_CODE_BOOK_FULL;
            case TOO_MANY_OPEN_ORDERS -> RejectCode.REJECT_CODE_TOO_MANY_OPEN_ORDERS;
        };
    }
}
