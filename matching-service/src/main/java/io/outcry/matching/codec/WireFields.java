// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of a protobuf message, written one after the other into an array that grows to the largest message and is used again. As
 * proto3 has it, a field with its default value is left out, and so are the same bytes written that the message's own builder writes if the
 * fields come by number.
 *
 * <p>A message within another one is written before its length is known: a byte is left for it, and only one that needs more is moved.
 */
final class WireFields {

    private static final int FIRST_BYTES = 1_024;

    /** A tag and a number, or a tag and a length, take no more. */
    private static final int FIELD_BYTES = 16;

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int MORE = 0x80;

    /** The largest number whose tag is one byte. */
    private static final int ONE_BYTE_TAG = 15;

    /** Bits of a number that eight bytes take. */
    private static final int EIGHT_BYTES = 56;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int at;

    /** Begins anew. */
    void clear() {
        at = 0;
    }

    /** What was written since the beginning. */
    byte[] copy() {
        return copyFrom(0);
    }

    /** What was written since then, as {@link #length} was then. */
    byte[] copyFrom(int begin) {
        return Arrays.copyOfRange(bytes, begin, at);
    }

    /** Where it was written; another array after it has grown. */
    byte[] bytes() {
        return bytes;
    }

    /** How much was written since the beginning. */
    int length() {
        return at;
    }

    /** An int32 or int64: both are written the same way. */
    void int64(int number, long value) {
        if (value == 0) {
            return;
        }
        room(FIELD_BYTES);
        if (number > ONE_BYTE_TAG || value >>> EIGHT_BYTES != 0) {
            at = put(bytes, put(bytes, at, number << 3 | VARINT), value);
            return;
        }
        bytes[at] = (byte) (number << 3 | VARINT);
        int length = (Long.SIZE + 6 - Long.numberOfLeadingZeros(value)) / 7;
        long more = ~EightBytes.SEVEN_BITS & (1L << Byte.SIZE * (length - 1)) - 1;
        EightBytes.set(bytes, at + 1, EightBytes.spread(value) | more);
        at += 1 + length;
    }

    void bool(int number, boolean value) {
        int64(number, value ? 1 : 0);
    }

    void fixed64(int number, long value) {
        if (value != 0) {
            room(FIELD_BYTES);
            tag(number, FIXED64);
            EightBytes.set(bytes, at, value);
            at += Long.BYTES;
        }
    }

    void text(int number, String value) {
        int length = value.length();
        if (length == 0) {
            return;
        }
        room(FIELD_BYTES + length);
        int before = at;
        tag(number, LENGTH_DELIMITED);
        varint(length);
        byte[] to = bytes;
        int from = at;
        int seen = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            to[from + i] = (byte) c;
            seen |= c;
        }
        at = from + length;
        if (seen >= MORE) {
            at = before;
            utf8(number, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Characters of seven bits, nine in a word, the first one lowest, up to where the rest is zero; within {@link #begin} and {@link #end}.
     */
    void sevenBits(long packed) {
        room(FIELD_BYTES);
        EightBytes.set(bytes, at, EightBytes.spread(packed));
        bytes[at + Long.BYTES] = (byte) (packed >>> EIGHT_BYTES);
        at += (Long.SIZE + 6 - Long.numberOfLeadingZeros(packed)) / 7;
    }

    /** A field that was written before. */
    void again(byte[] field) {
        room(field.length);
        System.arraycopy(field, 0, bytes, at, field.length);
        at += field.length;
    }

    private void utf8(int number, byte[] value) {
        room(FIELD_BYTES + value.length);
        tag(number, LENGTH_DELIMITED);
        varint(value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        at += value.length;
    }

    /**
     * The beginning of a message within this one; its fields follow.
     *
     * @return what {@link #end} must be told
     */
    int begin(int number) {
        room(FIELD_BYTES);
        tag(number, LENGTH_DELIMITED);
        return ++at;
    }

    /** The end of the message that was begun last. */
    void end(int begun) {
        int length = at - begun;
        if (length < MORE) {
            bytes[begun - 1] = (byte) length;
            return;
        }
        room(FIELD_BYTES);
        int more = (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length)) / 7;
        System.arraycopy(bytes, begun, bytes, begun + more, length);
        int end = at + more;
        at = begun - 1;
        varint(length);
        at = end;
    }

    private void tag(int number, int type) {
        varint(number << 3 | type);
    }

    private void varint(long value) {
        at = put(bytes, at, value);
    }

    /** Where what follows begins. */
    private static int put(byte[] to, int from, long value) {
        int next = from;
        long rest = value;
        while ((rest & -MORE) != 0) {
            to[next++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        to[next] = (byte) rest;
        return next + 1;
    }

    private void room(int needed) {
        if (bytes.length - at < needed) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + needed));
        }
    }
}
