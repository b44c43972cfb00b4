// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** The log asks for a version of the engine's behaviour that this code does not have. Only a newer service may go on with it. */
public final class UnknownEngineVersionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownEngineVersionException(long version, int newest) {
        super("engine version " + version + " is active, this service knows versions up to " + newest + ": start a newer one");
    }
}
