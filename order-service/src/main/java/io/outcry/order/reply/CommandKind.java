// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

/** What a command is, for limits and counters. */
public enum CommandKind {
    PLACE("place", false),
    CANCEL("cancel", true),
    MASS_CANCEL("mass-cancel", true),
    AMEND("amend", false),
    DEFINE_INSTRUMENT("define-instrument", true),
    SET_TRADING_STATE("set-trading-state", true);

    private final String tag;
    private final boolean urgent;

    CommandKind(String tag, boolean urgent) {
        this.tag = tag;
        this.urgent = urgent;
    }

    public String tag() {
        return tag;
    }

    /** Urgent ones are refused last. */
    public boolean isUrgent() {
        return urgent;
    }
}
