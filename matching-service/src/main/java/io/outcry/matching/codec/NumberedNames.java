// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The names that came lately, in ASCII, with the engine's number for each, so that a name that comes again is neither made a string nor
 * asked for once more. A fixed number of places; two names for the same place take turns. Not thread-safe.
 */
final class NumberedNames {

    private static final int PLACES = 4_096;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = Long.numberOfLeadingZeros(PLACES - 1);

    private final ToIntFunction<String> engine;
    private final @Nullable String[] names = new String[PLACES];
    private final int[] numbers = new int[PLACES];
    private String name = "";

    /** @param engine gives a name's number, or {@link MatchingEngine#UNKNOWN}: then it is asked again the next time */
    NumberedNames(ToIntFunction<String> engine) {
        this.engine = engine;
    }

    /** The number of the name that these bytes spell, all of them ASCII, in an array of eight at least. */
    int number(byte[] bytes, int from, int length) {
        long hash = length;
        for (int done = 0; done < length; done += Long.BYTES) {
            hash = (hash ^ EightBytes.first(bytes, from + done, Math.min(length - done, Long.BYTES))) * MIX;
        }
        int place = (int) (hash >>> SHIFT);
        String known = names[place];
        if (known != null && numbers[place] != MatchingEngine.UNKNOWN && spells(known, bytes, from, length)) {
            name = known;
            return numbers[place];
        }
        name = new String(bytes, from, length, StandardCharsets.US_ASCII);
        names[place] = name;
        numbers[place] = engine.applyAsInt(name);
        return numbers[place];
    }

    /** The name that was asked for last. */
    String name() {
        return name;
    }

    private static boolean spells(String name, byte[] bytes, int from, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
