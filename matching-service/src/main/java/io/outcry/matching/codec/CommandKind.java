// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.util.Locale;

/** What a command asks for. */
public enum CommandKind {
    PLACE, CANCEL, AMEND, MASS_CANCEL, DEFINE_INSTRUMENT, SET_TRADING_STATE, TICK, ACTIVATE_ENGINE_VERSION;

    private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Its name in the meters, the same as in those of who writes it. */
    public String tag() {
        return tag;
    }
}
