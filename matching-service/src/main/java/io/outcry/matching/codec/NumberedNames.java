// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the names that come, in ASCII, the first one 0. These numbers are a reader's own: it works ahead of the engine, whose numbers are
 * given when a command is applied. Not thread-safe.
 *
 * <p>A name that came lately is neither made a string nor looked for once more. For that there is a fixed number of places; two names for the
 * same place take turns.
 */
final class NumberedNames {

    /** When there are so many, the numbers begin anew. */
    static final int MOST = 1 << 16;

    private static final int PLACES = 4_096;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = Long.numberOfLeadingZeros(PLACES - 1);

    /** Is spelled as nothing is. */
    private static final Name NONE = new Name(new byte[Long.BYTES], -1, -1);

    private final Map<String, Integer> numbers = new HashMap<>();
    private final Name[] lately = new Name[PLACES];
    private NewNames added = new NewNames();

    /**
     * @param spelling as it came; of eight bytes at least
     * @param length of the name in it
     */
    private record Name(byte[] spelling, int length, int number) {

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

    NumberedNames() {
        Arrays.fill(lately, NONE);
    }

    /** From now on, names that come for the first time are added to others. If there are too many, all numbers are given anew from now on. */
    void begin(NewNames names) {
        if (numbers.size() >= MOST) {
            numbers.clear();
            Arrays.fill(lately, NONE);
        }
        names.begin(numbers.size());
        added = names;
    }

    /** The number of the name that these bytes spell, all of them ASCII, in an array of eight at least. */
    int number(byte[] bytes, int from, int length) {
        long hash = length;
        for (int done = 0; done < length; done += Long.BYTES) {
            hash = (hash ^ EightBytes.first(bytes, from + done, Math.min(length - done, Long.BYTES))) * MIX;
        }
        int place = (int) (hash >>> SHIFT);
        Name name = lately[place];
        if (!name.isSpelled(bytes, from, length)) {
            name = name(bytes, from, length);
            lately[place] = name;
        }
        return name.number;
    }

    private Name name(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.US_ASCII);
        Integer number = numbers.get(text);
        if (number == null) {
            number = added.add(text);
            numbers.put(text, number);
        }
        byte[] spelling = Arrays.copyOf(Arrays.copyOfRange(bytes, from, from + length), Math.max(length, Long.BYTES));
        return new Name(spelling, length, number);
    }
}
