// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.TradingState;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of {@code order.commands.v1} to commands.
 *
 * <p>A value that is left out becomes UNSPECIFIED, and the engine refuses it. A value this version does not know is undecodable: a newer
 * engine would give it a meaning, and then the two would disagree about the log.
 */
public final class CommandDecoder {

    private CommandDecoder() {}

    /** @throws UndecodableCommandException if the bytes are no command */
    public static Command decode(byte @Nullable [] value) {
        if (value == null) {
            throw new UndecodableCommandException("the record has no value");
        }
        try {
            return decode(OrderCommand.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableCommandException("the record is no OrderCommand: " + e.getMessage(), e);
        }
    }

    private static Command decode(OrderCommand command) {
        long timeUs = command.getTimeUs();
        return switch (command.getBodyCase()) {
            case PLACE -> place(timeUs, command.getPlace());
            case CANCEL -> new Command.CancelOrder(timeUs, command.getCancel().getAccount(), command.getCancel().getOrderId());
            case DEFINE_INSTRUMENT -> new Command.DefineInstrument(timeUs, instrument(command.getDefineInstrument().getInstrument()));
            case SET_TRADING_STATE -> new Command.SetTradingState(
                    timeUs, command.getSetTradingState().getSymbol(), state(command.getSetTradingState().getState()));
            case TICK -> new Command.Tick(timeUs);
            case BODY_NOT_SET -> throw new UndecodableCommandException("the command has no body that this version knows");
        };
    }

    private static Command place(long timeUs, io.outcry.contracts.v1.PlaceOrder place) {
        return new Command.PlaceOrder(
                timeUs,
                place.getAccount(),
                place.getClientOrderId(),
                place.getSymbol(),
                side(place.getSide()),
                type(place.getType()),
                timeInForce(place.getTimeInForce()),
                place.getPrice(),
                place.getQuantity());
    }

    private static Instrument instrument(io.outcry.contracts.v1.Instrument instrument) {
        return new Instrument(
                instrument.getSymbol(),
                instrument.getBaseAsset(),
                instrument.getQuoteAsset(),
                instrument.getPriceScale(),
                instrument.getQuantityScale(),
                instrument.getTickSize(),
                instrument.getLotSize(),
                instrument.getMinQuantity(),
                instrument.getMaxQuantity(),
                instrument.getMinNotional(),
                instrument.getPriceBandBps(),
                instrument.getMakerFeeBps(),
                instrument.getTakerFeeBps(),
                tier(instrument.getTier()));
    }

    private static Side side(io.outcry.contracts.v1.Side side) {
        return switch (side) {
            case SIDE_UNSPECIFIED -> Side.UNSPECIFIED;
            case SIDE_BUY -> Side.BUY;
            case SIDE_SELL -> Side.SELL;
            case UNRECOGNIZED -> throw unknown("side");
        };
    }

    private static OrderType type(io.outcry.contracts.v1.OrderType type) {
        return switch (type) {
            case ORDER_TYPE_UNSPECIFIED -> OrderType.UNSPECIFIED;
            case ORDER_TYPE_LIMIT -> OrderType.LIMIT;
            case ORDER_TYPE_MARKET -> OrderType.MARKET;
            case UNRECOGNIZED -> throw unknown("order type");
        };
    }

    private static TimeInForce timeInForce(io.outcry.contracts.v1.TimeInForce timeInForce) {
        return switch (timeInForce) {
            case TIME_IN_FORCE_UNSPECIFIED -> TimeInForce.UNSPECIFIED;
            case TIME_IN_FORCE_GTC -> TimeInForce.GTC;
            case TIME_IN_FORCE_IOC -> TimeInForce.IOC;
            case TIME_IN_FORCE_FOK -> TimeInForce.FOK;
            case UNRECOGNIZED -> throw unknown("time in force");
        };
    }

    private static TradingState state(io.outcry.contracts.v1.TradingState state) {
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

    private static Tier tier(io.outcry.contracts.v1.Tier tier) {
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
