// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * The versions of the engine's behaviour. Whatever changes the outcome of some command is a new version: this code still knows the older
 * ones, and a command in the log activates the new one, at the same place for everybody who reads it. The first release settles version 1:
 * until then a mended fault may change what it decides, and a log that holds such a command is not replayed.
 */
public final class EngineVersion {

    /** In force from the first command on. */
    public static final int INITIAL = 1;

    /** The newest that this code knows. */
    public static final int NEWEST = 1;

    private EngineVersion() {}
}
