// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/** Quotes for tests that do not care how they came. */
public final class Quotes {

    private Quotes() {}

    /** In dollars, by REST, of a venue that gives the time. */
    public static Quote at(long bid, long ask, long asOfMicros) {
        return new Quote(bid, ask, 0, "USD", asOfMicros, asOfMicros, 0, Transport.REST);
    }
}
