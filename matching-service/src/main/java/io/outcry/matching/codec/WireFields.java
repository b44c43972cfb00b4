// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.nio.charset.StandardCharsets;

/**
 * The fields of a protobuf message, each written at a place of an array that the caller keeps: a method says where the next one begins. So
 * that place stays in a register from one field to the next, and where a number's field ends does not wait for memory.
 *
 * <p>As proto3 has it, a field with its default value is left out, and so are the same bytes written that the message's own builder writes if
 * the fields come by number. Whether a number is zero cannot be foretold for many of them, so its bytes are written in any case, and the next
 * field begins where they do if it is. What is written in vain may reach {@value #FIELD_BYTES} bytes behind the field's beginning.
 *
 * <p>A message within another one is written before its length is known: a byte is left for it, and only one that needs more is moved.
 */
final class WireFields {

    /** No number's field takes more bytes, nor the tag and the length of another one. */
    static final int FIELD_BYTES = 16;

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int MORE = 0x80;

    /** The largest number whose tag is one byte. */
    private static final int ONE_BYTE_TAG = 15;

    /** Bits of a number that eight bytes take. */
    private static final int EIGHT_BYTES = 56;

    private WireFields() {}

    /** An int32 or int64: both are written the same way. */
    static int int64(byte[] to, int at, int number, long value) {
        if (number > ONE_BYTE_TAG || value >>> EIGHT_BYTES != 0) {
            return value == 0 ? at : varint(to, varint(to, at, number << 3 | VARINT), value);
        }
        long spread = EightBytes.spread(value);
        int length = Long.BYTES - (Long.numberOfLeadingZeros(spread | 1) >>> 3);
        long more = ~EightBytes.SEVEN_BITS & ~(-1L << Byte.SIZE * (length - 1));
        to[at] = (byte) (number << 3 | VARINT);
        EightBytes.set(to, at + 1, spread | more);
        return at + (1 + length & unlessZero(value));
    }

    /** As {@link #int64}, of a number below 128. */
    static int small(byte[] to, int at, int number, int value) {
        if (number > ONE_BYTE_TAG) {
            to[at] = (byte) (number << 3 | VARINT | MORE);
            to[at + 1] = (byte) (number >>> 4);
            to[at + 2] = (byte) value;
            return at + (3 & unlessZero(value));
        }
        to[at] = (byte) (number << 3 | VARINT);
        to[at + 1] = (byte) value;
        return at + (2 & unlessZero(value));
    }

    /** A number of eight bytes; of a field up to {@value #ONE_BYTE_TAG}. */
    static int fixed64(byte[] to, int at, int number, long value) {
        to[at] = (byte) (number << 3 | FIXED64);
        EightBytes.set(to, at + 1, value);
        return at + (1 + Long.BYTES & unlessZero(value));
    }

    /** All bits, or none for zero. */
    private static int unlessZero(long value) {
        return (int) ((value | -value) >> Long.SIZE - 1);
    }

    /** How many bytes {@link #text} takes at most. */
    static int textBytes(String value) {
        return FIELD_BYTES + 3 * value.length();
    }

    static int text(byte[] to, int at, int number, String value) {
        if (value.isEmpty()) {
            return at;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int from = varint(to, varint(to, at, number << 3 | LENGTH_DELIMITED), bytes.length);
        System.arraycopy(bytes, 0, to, from, bytes.length);
        return from + bytes.length;
    }

    /**
     * Characters of seven bits, nine in a word, the first one lowest, up to where the rest is zero; within {@link #begin} and {@link #end}.
     */
    static int sevenBits(byte[] to, int at, long packed) {
        long spread = EightBytes.spread(packed);
        int ninth = (int) (packed >>> EIGHT_BYTES);
        EightBytes.set(to, at, spread);
        to[at + Long.BYTES] = (byte) ninth;
        return at + Long.BYTES - (Long.numberOfLeadingZeros(spread) >>> 3) + (1 & unlessZero(ninth));
    }

    /** The beginning of a message or text within this one, of a field up to {@value #ONE_BYTE_TAG}; what is in it follows. */
    static int begin(byte[] to, int at, int number) {
        to[at] = (byte) (number << 3 | LENGTH_DELIMITED);
        return at + 2;
    }

    /**
     * The end of what was begun last, which may move {@value #FIELD_BYTES} bytes on.
     *
     * @param begun what {@link #begin} said
     */
    static int end(byte[] to, int at, int begun) {
        int length = at - begun;
        if (length >= MORE) {
            return endLong(to, begun, length);
        }
        to[begun - 1] = (byte) length;
        return at;
    }

    private static int endLong(byte[] to, int begun, int length) {
        int more = (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length)) / 7;
        System.arraycopy(to, begun, to, begun + more, length);
        return varint(to, begun - 1, length) + length;
    }

    private static int varint(byte[] to, int at, long value) {
        int next = at;
        long rest = value;
        while ((rest & -MORE) != 0) {
            to[next++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        to[next] = (byte) rest;
        return next + 1;
    }
}
