// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Bytes that something has happened to. */
final class DamagedBytes {

    private DamagedBytes() {}

    /** Each second one as it is. */
    static byte[] of(byte[] value, SplittableRandom random) {
        byte[] bytes = value.clone();
        switch (random.nextInt(10)) {
            case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            case 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 3 -> bytes = joined(bytes, new byte[]{8, (byte) random.nextInt(), 1});
            case 4 -> {
                int cut = random.nextInt(bytes.length);
                bytes = joined(Arrays.copyOf(bytes, cut), Arrays.copyOfRange(bytes, random.nextInt(bytes.length), bytes.length));
            }
            default -> {
                // whole
            }
        }
        return bytes;
    }

    static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(first);
        out.writeBytes(second);
        return out.toByteArray();
    }
}
