// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.ActivateEngineVersion;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Tick;
import org.jspecify.annotations.Nullable;

/** A command as it stands in {@code order.commands.v1}. A {@link CommandApplier} takes it to the engine. */
public final class WireCommand {

    private final OrderCommand message;
    private final CommandKind kind;

    private WireCommand(OrderCommand message) {
        this.message = message;
        kind = kind(message);
        KnownFields.check(message);
    }

    /** @throws UndecodableCommandException if the bytes are no command, or one of a kind or with a field that this version does not know */
    public static WireCommand parse(byte @Nullable [] value) {
        if (value == null) {
            throw new UndecodableCommandException("the record has no value");
        }
        try {
            return new WireCommand(OrderCommand.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableCommandException("the record is no OrderCommand: " + e.getMessage(), e);
        }
    }

    /**
     * The value of a record that ends what is due for a symbol.
     *
     * @param timeUs microseconds since the epoch
     */
    public static byte[] tick(String symbol, long timeUs) {
        return OrderCommand.newBuilder().setTimeUs(timeUs).setTick(Tick.newBuilder().setSymbol(symbol)).build().toByteArray();
    }

    /**
     * The value of a record that makes a partition match by another version of the rules.
     *
     * @param timeUs microseconds since the epoch
     */
    public static byte[] activate(int version, long timeUs) {
        return OrderCommand.newBuilder()
                .setTimeUs(timeUs)
                .setActivateEngineVersion(ActivateEngineVersion.newBuilder().setVersion(version))
                .build()
                .toByteArray();
    }

    /** What it asks for. */
    public CommandKind kind() {
        return kind;
    }

    OrderCommand message() {
        return message;
    }

    private static CommandKind kind(OrderCommand message) {
        return switch (message.getBodyCase()) {
            case PLACE, PLACE_SCALED -> CommandKind.PLACE;
            case CANCEL -> CommandKind.CANCEL;
            case AMEND -> CommandKind.AMEND;
            case MASS_CANCEL -> CommandKind.MASS_CANCEL;
            case DEFINE_INSTRUMENT -> CommandKind.DEFINE_INSTRUMENT;
            case SET_TRADING_STATE -> CommandKind.SET_TRADING_STATE;
            case TICK -> CommandKind.TICK;
            case ACTIVATE_ENGINE_VERSION -> CommandKind.ACTIVATE_ENGINE_VERSION;
            case BODY_NOT_SET -> throw new UndecodableCommandException("the command has no body that this version knows");
        };
    }
}
