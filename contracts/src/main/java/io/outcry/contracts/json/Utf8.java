// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The encoding of JSON between systems (RFC 8259, section 8.1), strictly. The parser itself would take other encodings, too, and forms of UTF-8 that
 * are longer than they need to be: who looked at the text before may have read another one.
 */
public final class Utf8 {

    private Utf8() {}

    /** Whether these bytes can be JSON in UTF-8. They have no zero, which no JSON has, and ASCII in UTF-16 and UTF-32 is full of. */
    public static boolean isJson(byte[] text) {
        boolean ascii = true;
        for (byte each : text) {
            if (each == 0) {
                return false;
            }
            ascii &= each > 0;
        }
        if (ascii) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
