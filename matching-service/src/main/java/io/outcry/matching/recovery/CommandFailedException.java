// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

/** A command that cannot be applied, or gives another outcome than the published one. The cause says which. */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long offset;

    /** @param offset of the command */
    public CommandFailedException(long offset, RuntimeException cause) {
        super("the command at offset " + offset + ": " + cause.getMessage(), cause);
        this.offset = offset;
    }

    /** Of the command. */
    public long offset() {
        return offset;
    }
}
