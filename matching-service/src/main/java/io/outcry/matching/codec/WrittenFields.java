// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.util.Arrays;

/** Fields that were written lately, by the text that they tell of. A fixed number of places; two texts for the same place take turns. */
final class WrittenFields {

    private static final int PLACES = 1_024;
    private static final byte[] NOTHING = {};

    private final Writer writer;
    private final String[] texts = new String[PLACES];
    private final int[] numbers = new int[PLACES];

    /** Whole words, with zeros behind a field's end. */
    private final byte[][] bytes = new byte[PLACES][];

    private final int[] lengths = new int[PLACES];

    /** Writes what is not kept. */
    @FunctionalInterface
    interface Writer {

        /**
         * Writes the fields of a text, and of a number that belongs to it.
         *
         * @param to an array of zeros
         * @return how many bytes they take
         */
        int write(byte[] to, String text, int number);
    }

    WrittenFields(Writer writer) {
        this.writer = writer;
        Arrays.fill(texts, "");
        Arrays.fill(bytes, NOTHING);
    }

    /**
     * Writes the fields of a text and a number, which may reach up to seven bytes behind their end.
     *
     * @param place of the text; equal for equal ones, and of any size
     * @return where the next field begins
     */
    int write(byte[] to, int at, int place, String text, int number) {
        int kept = place & PLACES - 1;
        if (numbers[kept] != number || !texts[kept].equals(text)) {
            keep(kept, text, number);
        }
        byte[] words = bytes[kept];
        for (int i = 0; i < words.length; i += Long.BYTES) {
            EightBytes.set(to, at + i, EightBytes.get(words, i));
        }
        return at + lengths[kept];
    }

    private void keep(int place, String text, int number) {
        byte[] written = new byte[WireFields.textBytes(text) + 2 * WireFields.FIELD_BYTES];
        int length = writer.write(written, text, number);
        texts[place] = text;
        numbers[place] = number;
        lengths[place] = length;
        bytes[place] = Arrays.copyOf(written, length + Long.BYTES - 1 & -Long.BYTES);
    }
}
