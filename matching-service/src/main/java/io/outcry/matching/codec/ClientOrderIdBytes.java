// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.matching.domain.ClientOrderId;

/** Reads a client order id from its bytes, eight at a time. */
final class ClientOrderIdBytes {

    private static final int CHARACTERS_OF_WORD = ClientOrderId.CHARACTERS_OF_WORD;
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long LOWER_CASE = 0x20 * EACH;
    private static final long HIGHEST_BITS = ~EightBytes.SEVEN_BITS;

    private ClientOrderIdBytes() {}

    /**
     * As {@link ClientOrderId#set(String)}, of ASCII.
     *
     * @param bytes eight at least
     * @return whether it is a valid name; one that is not is not taken over
     */
    static boolean read(byte[] bytes, int at, int length, ClientOrderId id) {
        if (length > ClientOrderId.MAX_LENGTH || !isAllowed(bytes, at, length)) {
            return false;
        }
        int second = CHARACTERS_OF_WORD;
        int third = 2 * CHARACTERS_OF_WORD;
        int fourth = 3 * CHARACTERS_OF_WORD;
        id.set(
                word(bytes, at, length),
                length <= second ? 0 : word(bytes, at + second, length - second),
                length <= third ? 0 : word(bytes, at + third, length - third),
                length <= fourth ? 0 : word(bytes, at + fourth, length - fourth));
        return true;
    }

    private static boolean isAllowed(byte[] bytes, int at, int length) {
        long allowed = HIGHEST_BITS;
        for (int done = 0; done < length; done += Long.BYTES) {
            int part = Math.min(length - done, Long.BYTES);
            allowed &= allowed(EightBytes.first(bytes, at + done, part)) | unused(part);
        }
        return allowed == HIGHEST_BITS;
    }

    /** All bits of the bytes behind so many. */
    private static long unused(int part) {
        return part == Long.BYTES ? 0 : -1L << Byte.SIZE * part;
    }

    /** The highest bit of each byte that a name may have. */
    private static long allowed(long word) {
        long letters = between(word | LOWER_CASE, 'a', 'z');
        long digitsAndColon = between(word, '0', ':');
        long hyphenAndDot = between(word, '-', '.');
        long underscore = between(word, '_', '_');
        return (letters | digitsAndColon | hyphenAndDot | underscore) & ~word & HIGHEST_BITS;
    }

    /** The highest bit of each byte that lies between two characters; as long as no byte of the word has it. */
    private static long between(long word, char first, char last) {
        long sevenBits = word & EightBytes.SEVEN_BITS;
        return sevenBits + (0x80 - first) * EACH & ~(sevenBits + (0x80 - last - 1) * EACH);
    }

    /** Up to nine characters. */
    private static long word(byte[] bytes, int at, int length) {
        if (length == 0) {
            return 0;
        }
        long eight = EightBytes.gathered(EightBytes.first(bytes, at, Math.min(length, Long.BYTES)));
        return length < CHARACTERS_OF_WORD ? eight : eight | (long) bytes[at + Long.BYTES] << 7 * Long.BYTES;
    }
}
