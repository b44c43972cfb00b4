// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.util.Arrays;

/** Texts that were written lately, with the bytes of their fields. A fixed number of places; two texts for the same place take turns. */
final class WrittenFields {

    private static final int PLACES = 1_024;
    private static final byte[] NONE = {};

    private final String[] texts = new String[PLACES];
    private final byte[][] fields = new byte[PLACES][];

    WrittenFields() {
        Arrays.fill(texts, "");
        Arrays.fill(fields, NONE);
    }

    /**
     * The field of a text; empty if it is not kept.
     *
     * @param number of the text; decides about the place
     */
    byte[] get(int number, String text) {
        int place = number & PLACES - 1;
        return texts[place].equals(text) ? fields[place] : NONE;
    }

    /** Keeps the field of a text. */
    void keep(int number, String text, byte[] field) {
        int place = number & PLACES - 1;
        texts[place] = text;
        fields[place] = field;
    }
}
