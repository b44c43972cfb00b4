// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.outcry.contracts.trace.TracedSpan;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.order.log.LogLane;
import org.jspecify.annotations.Nullable;

/**
 * A command and where it goes.
 *
 * @param key the symbol in UTF-8; empty where the gateway does not know it
 * @param request the traced request that it comes from; null if that is not traced
 */
public record Command(CommandKind kind, LogLane lane, byte[] key, OrderCommand message, @Nullable TracedSpan request) {

    /** One whose request is not traced. */
    public Command(CommandKind kind, LogLane lane, byte[] key, OrderCommand message) {
        this(kind, lane, key, message, null);
    }

    /** Who places or amends; empty for every other command. */
    String account() {
        return switch (message.getBodyCase()) {
            case PLACE -> message.getPlace().getAccount();
            case PLACE_SCALED -> message.getPlaceScaled().getOrder().getAccount();
            case AMEND -> message.getAmend().getAccount();
            default -> "";
        };
    }

    /** The same command of a request. */
    public Command of(@Nullable TracedSpan traced) {
        return traced == null ? this : new Command(kind, lane, key, message, traced);
    }
}
