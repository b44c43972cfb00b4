// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

/** A process was killed at this very point: nothing after it runs. An {@link Error}, because services catch exceptions. */
final class ProcessDied extends Error {

    private static final long serialVersionUID = 1L;

    ProcessDied() {
        super("killed", null, false, false);
    }
}
