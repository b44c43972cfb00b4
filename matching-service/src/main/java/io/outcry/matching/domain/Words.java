// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** Enum constants by the number that stands in a state. */
final class Words {

    private Words() {}

    /** @throws InvalidStateException if there is no such constant */
    static <T> T at(T[] words, long number) {
        if (number < 0 || number >= words.length) {
            throw new InvalidStateException("there are " + words.length + " words, not one with number " + number);
        }
        return words[(int) number];
    }
}
