// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import org.jspecify.annotations.Nullable;

/** Reads the command logs. */
@FunctionalInterface
public interface CommandSource {

    /** Takes one command. */
    @FunctionalInterface
    interface Visitor {

        /** @return whether to go on */
        boolean visit(long offset, byte @Nullable [] command);
    }

    /** Hands over the commands from one offset up to another one, in order, until the visitor has had enough. */
    void read(int partition, long from, long to, Visitor visitor);
}
