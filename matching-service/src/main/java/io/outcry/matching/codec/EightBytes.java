// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Set;

/** Eight bytes of an array as one number, the first one lowest: what is done to bytes one by one is done to all of them at once. */
final class EightBytes {

    /** All bits but the highest one of each byte. */
    static final long SEVEN_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    /** Elsewhere the library's methods are many times as slow as three steps. */
    private static final boolean HAS_INSTRUCTIONS = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

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
        return HAS_INSTRUCTIONS ? Long.expand(bits, SEVEN_BITS) : spreadInSteps(bits);
    }

    /** The other way round, of bytes whose highest bits are zero. */
    static long gathered(long bytes) {
        return HAS_INSTRUCTIONS ? Long.compress(bytes, SEVEN_BITS) : gatheredInSteps(bytes);
    }

    static long spreadInSteps(long bits) {
        long halves = bits & 0x0FFF_FFFFL | (bits & 0x00FF_FFFF_F000_0000L) << 4;
        long quarters = halves & 0x0000_3FFF_0000_3FFFL | (halves & 0x0FFF_C000_0FFF_C000L) << 2;
        return quarters & 0x007F_007F_007F_007FL | (quarters & 0x3F80_3F80_3F80_3F80L) << 1;
    }

    static long gatheredInSteps(long bytes) {
        long quarters = bytes & 0x007F_007F_007F_007FL | (bytes & 0x7F00_7F00_7F00_7F00L) >>> 1;
        long halves = quarters & 0x0000_3FFF_0000_3FFFL | (quarters & 0x3FFF_0000_3FFF_0000L) >>> 2;
        return halves & 0x0FFF_FFFFL | (halves & 0x0FFF_FFFF_0000_0000L) >>> 4;
    }
}
