// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.domain.StateWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;

/** Values as bytes, seven bits of a number in each, handed on in chunks of one size and hashed on the way. */
public final class ByteStateWriter implements StateWriter {

    private static final int LONGEST_NUMBER = 10;

    private final int chunkBytes;
    private final Consumer<byte[]> chunks;
    private final MessageDigest digest = StateHash.begin();
    private byte[] buffer;
    private int used;
    private long total;

    /** @param chunks takes each chunk as soon as it is full, and keeps the array */
    public ByteStateWriter(int chunkBytes, Consumer<byte[]> chunks) {
        this.chunkBytes = chunkBytes;
        this.chunks = chunks;
        buffer = new byte[chunkBytes];
    }

    @Override
    public void number(long value) {
        if (chunkBytes - used <= LONGEST_NUMBER) {
            writeAcross(value);
            return;
        }
        long rest = value;
        byte[] into = buffer;
        int at = used;
        while ((rest & ~0x7FL) != 0) {
            into[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[at++] = (byte) rest;
        used = at;
    }

    @Override
    public void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    @Override
    public void text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        for (byte one : bytes) {
            put(one);
        }
    }

    /**
     * Hands on the last chunk.
     *
     * @return the hash of everything
     */
    public byte[] finish() {
        if (used > 0) {
            flush(Arrays.copyOf(buffer, used));
        }
        return digest.digest();
    }

    /** Bytes handed on so far. */
    public long total() {
        return total;
    }

    private void writeAcross(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
    }

    private void put(byte one) {
        buffer[used++] = one;
        if (used == chunkBytes) {
            byte[] full = buffer;
            buffer = new byte[chunkBytes];
            used = 0;
            flush(full);
        }
    }

    private void flush(byte[] chunk) {
        digest.update(chunk);
        total += chunk.length;
        chunks.accept(chunk);
    }
}
