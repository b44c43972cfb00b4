// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.Message;
import io.outcry.contracts.v1.OrderCommand;

/**
 * Refuses commands with a field that this version does not know, wherever in them it stands. Protobuf's parser puts it aside, and what is left
 * would be another command: a cancel of some orders, without the field that says which, is one of all.
 */
final class KnownFields {

    private KnownFields() {}

    /** @throws UndecodableCommandException if there is such a field */
    static void check(OrderCommand command) {
        checkOne(command);
        switch (command.getBodyCase()) {
            case PLACE -> checkOne(command.getPlace());
            case PLACE_SCALED -> {
                checkOne(command.getPlaceScaled());
                checkOne(command.getPlaceScaled().getOrder());
            }
            case CANCEL -> checkOne(command.getCancel());
            case AMEND -> checkOne(command.getAmend());
            case MASS_CANCEL -> checkOne(command.getMassCancel());
            case DEFINE_INSTRUMENT -> {
                checkOne(command.getDefineInstrument());
                checkOne(command.getDefineInstrument().getInstrument());
            }
            case SET_TRADING_STATE -> checkOne(command.getSetTradingState());
            case TICK -> checkOne(command.getTick());
            case ACTIVATE_ENGINE_VERSION -> checkOne(command.getActivateEngineVersion());
            case BODY_NOT_SET -> {}
        }
    }

    private static void checkOne(Message message) {
        if (!message.getUnknownFields().isEmpty()) {
            throw new UndecodableCommandException("the command has a field that this version does not know: "
                    + message.getUnknownFields().asMap().keySet() + " of " + message.getDescriptorForType().getName());
        }
    }
}
