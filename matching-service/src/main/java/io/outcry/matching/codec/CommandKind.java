// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

/** What a command asks for. */
public enum CommandKind {
    PLACE, CANCEL, AMEND, MASS_CANCEL, DEFINE_INSTRUMENT, SET_TRADING_STATE, TICK, ACTIVATE_ENGINE_VERSION
}
