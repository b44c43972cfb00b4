// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.util.Arrays;

/** Texts that were written lately as one field, with the field's bytes. A fixed number of places; two texts for the same place take turns. */
final class WrittenFields {

    private static final int PLACES = 1_024;

    private final int field;
    private final String[] texts = new String[PLACES];

    /** Whole words, with zeros behind a field's end. */
    private final byte[][] bytes = new byte[PLACES][];

    private final int[] lengths = new int[PLACES];

    /** @param field number of the field */
    WrittenFields(int field) {
        this.field = field;
        Arrays.fill(texts, "");
        Arrays.fill(bytes, new byte[0]);
    }

    /**
     * Writes a text's field, which may reach up to seven bytes behind its end.
     *
     * @param number of the text; decides about the place
     * @return where the next field begins
     */
    int write(byte[] to, int at, int number, String text) {
        int place = number & PLACES - 1;
        if (!texts[place].equals(text)) {
            keep(place, text);
        }
        byte[] words = bytes[place];
        for (int i = 0; i < words.length; i += Long.BYTES) {
            EightBytes.set(to, at + i, EightBytes.get(words, i));
        }
        return at + lengths[place];
    }

    private void keep(int place, String text) {
        byte[] written = new byte[WireFields.textBytes(text)];
        int length = WireFields.text(written, 0, field, text);
        texts[place] = text;
        lengths[place] = length;
        bytes[place] = Arrays.copyOf(written, length + Long.BYTES - 1 & -Long.BYTES);
    }
}
