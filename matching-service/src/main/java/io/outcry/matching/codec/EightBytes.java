// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes of an array as one number, the first one lowest: what is done to bytes one by one is done to all of them at once. */
final class EightBytes {

    /** All bits but the highest one of each byte. */
    static final long SEVEN_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private EightBytes() {}

    static long get(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void set(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /** As {@link #get}, with zeros for what is behind the end of an array, which has eight bytes at least. */
    static long upToEnd(byte[] bytes, int at) {
        int last = bytes.length - Long.BYTES;
        return at <= last ? get(bytes, at) : get(bytes, last) >>> Byte.SIZE * (at - last);
    }

    /** As {@link #upToEnd}, with zeros behind the first {@code length} bytes, 1 to 8. */
    static long first(byte[] bytes, int at, int length) {
        return upToEnd(bytes, at) & -1L >>> Byte.SIZE * (Long.BYTES - length);
    }

    /** Fifty-six bits, seven in each byte. */
    static long spread(long bits) {
        return Long.expand(bits, SEVEN_BITS);
    }

    /** The other way round; the highest bits of the bytes do not count. */
    static long gathered(long bytes) {
        return Long.compress(bytes, SEVEN_BITS);
    }
}
