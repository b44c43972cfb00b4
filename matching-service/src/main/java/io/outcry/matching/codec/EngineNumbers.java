// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * An engine's numbers for the names that a {@link CommandReader} has numbered. The engine is asked for one when a command that names it is
 * applied, and not before: it numbers accounts in the order in which commands have named them.
 */
final class EngineNumbers {

    private static final int FIRST = 16;

    private final ToIntFunction<String> engine;
    private String[] names = new String[FIRST];
    private int[] numbers = new int[FIRST];
    private int size;

    /** @param engine gives a name's number, or {@link MatchingEngine#UNKNOWN}: then it is asked again the next time */
    EngineNumbers(ToIntFunction<String> engine) {
        this.engine = engine;
    }

    /** @throws IllegalStateException if they do not go on where those before have ended: another reader has numbered them */
    void add(NewNames added) {
        if (added.first() == 0) {
            forget();
        } else if (added.first() != size) {
            throw new IllegalStateException("names from number " + added.first() + " on, the reader's next one is " + size);
        }
        int end = size + added.size();
        if (end > names.length) {
            int room = Math.max(end, 2 * names.length);
            names = Arrays.copyOf(names, room);
            numbers = Arrays.copyOf(numbers, room);
        }
        Arrays.fill(numbers, size, end, MatchingEngine.UNKNOWN);
        for (int i = 0; i < added.size(); i++) {
            names[size++] = added.get(i);
        }
    }

    private void forget() {
        if (size != 0) {
            names = new String[FIRST];
            numbers = new int[FIRST];
            size = 0;
        }
    }

    /** The engine's number, if it has been asked for; or {@link MatchingEngine#UNKNOWN}. */
    int known(int name) {
        return numbers[name];
    }

    /** The engine's number, for a command that is applied now. */
    int number(int name) {
        int known = numbers[name];
        return known != MatchingEngine.UNKNOWN ? known : ask(name);
    }

    private int ask(int name) {
        numbers[name] = engine.applyAsInt(names[name]);
        return numbers[name];
    }

    /** The name in words. */
    String name(int name) {
        return names[name];
    }
}
