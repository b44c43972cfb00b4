// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/** The number of the present command, which marks what the command has touched. */
public final class Epoch {

    private long number;

    /** The number of the present command; 0 before the first. */
    public long number() {
        return number;
    }

    /** Begins the next command: nothing is touched any more. */
    public void next() {
        number++;
    }
}
