// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.util.ArrayList;
import java.util.List;

/** The names that a reader met for the first time in some rows, with the numbers that it gave them, one after the other. */
final class NewNames {

    private final List<String> names = new ArrayList<>();
    private int first;

    /**
     * Forgets all of them.
     *
     * @param firstNumber of the next name; zero: those that were given before mean nothing any more
     */
    void begin(int firstNumber) {
        first = firstNumber;
        names.clear();
    }

    /** @return its number */
    int add(String name) {
        names.add(name);
        return first + names.size() - 1;
    }

    /** The number of the first name. */
    int first() {
        return first;
    }

    int size() {
        return names.size();
    }

    /** @param index from 0 */
    String get(int index) {
        return names.get(index);
    }
}
