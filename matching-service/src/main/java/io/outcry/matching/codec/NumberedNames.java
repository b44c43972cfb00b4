// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.MatchingEngine;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * The names that came lately, in ASCII, with the engine's number for each, so that a name that comes again is neither made a string nor
 * asked for once more. A fixed number of places; two names for the same place take turns. Not thread-safe.
 */
final class NumberedNames {

    private static final int PLACES = 4_096;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = Long.numberOfLeadingZeros(PLACES - 1);

    private final ToIntFunction<String> engine;
    private final Name[] names = new Name[PLACES];
    private Name last;
    private int place;

    /**
     * @param spelling as it came; of eight bytes at least
     * @param length of the name in it
     */
    private record Name(byte[] spelling, int length, String text, int number) {

        static Name of(byte[] bytes, int from, int length, ToIntFunction<String> engine) {
            byte[] spelling = Arrays.copyOf(Arrays.copyOfRange(bytes, from, from + length), Math.max(length, Long.BYTES));
            String text = new String(bytes, from, length, StandardCharsets.US_ASCII);
            return new Name(spelling, length, text, engine.applyAsInt(text));
        }

        boolean isSpelled(byte[] bytes, int from, int soMany) {
            if (soMany != length) {
                return false;
            }
            long differences = 0;
            for (int done = 0; done < soMany; done += Long.BYTES) {
                int part = Math.min(soMany - done, Long.BYTES);
                differences |= EightBytes.first(bytes, from + done, part) ^ EightBytes.first(spelling, done, part);
            }
            return differences == 0;
        }
    }

    /** @param engine gives a name's number, or {@link MatchingEngine#UNKNOWN}: then it is asked again the next time */
    NumberedNames(ToIntFunction<String> engine) {
        this.engine = engine;
        last = new Name(new byte[Long.BYTES], 0, "", MatchingEngine.UNKNOWN);
        Arrays.fill(names, last);
    }

    /** The number of the name that these bytes spell, all of them ASCII, in an array of eight at least. */
    int number(byte[] bytes, int from, int length) {
        if (isKnown(bytes, from, length)) {
            return last.number;
        }
        last = Name.of(bytes, from, length, engine);
        names[place] = last;
        return last.number;
    }

    /** As {@link #number} of a name that came lately; of any other {@link MatchingEngine#UNKNOWN}, and the engine is not asked. */
    int numberOfKnown(byte[] bytes, int from, int length) {
        return isKnown(bytes, from, length) ? last.number : MatchingEngine.UNKNOWN;
    }

    private boolean isKnown(byte[] bytes, int from, int length) {
        long hash = length;
        for (int done = 0; done < length; done += Long.BYTES) {
            hash = (hash ^ EightBytes.first(bytes, from + done, Math.min(length - done, Long.BYTES))) * MIX;
        }
        place = (int) (hash >>> SHIFT);
        last = names[place];
        return last.number != MatchingEngine.UNKNOWN && last.isSpelled(bytes, from, length);
    }

    /** The name that was asked for last. */
    String name() {
        return last.text;
    }
}
