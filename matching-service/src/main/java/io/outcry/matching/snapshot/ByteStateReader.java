// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.domain.InvalidStateException;
import io.outcry.matching.domain.StateReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** What a {@link ByteStateWriter} handed on. */
public final class ByteStateReader implements StateReader {

    private static final int LONGEST_TEXT = 1_024;

    /** Bytes of a number at most. */
    private static final int LONGEST_NUMBER = 10;

    private final Iterator<byte[]> chunks;
    private byte[] chunk = {};
    private int at;

    /** @param chunks is asked for the next one when all before it are read */
    public ByteStateReader(Iterator<byte[]> chunks) {
        this.chunks = chunks;
    }

    @Override
    public long number() {
        return chunk.length - at >= LONGEST_NUMBER ? numberWithin() : numberAcross();
    }

    @Override
    public void numbers(long[] into, int count) {
        if (chunk.length - at < count * LONGEST_NUMBER) {
            for (int i = 0; i < count; i++) {
                into[i] = number();
            }
            return;
        }
        byte[] from = chunk;
        int next = at;
        for (int i = 0; i < count; i++) {
            long value = from[next++];
            if (value < 0) {
                value &= 0x7F;
                int shift = 7;
                byte one;
                do {
                    if (shift >= Long.SIZE) {
                        throw endless();
                    }
                    one = from[next++];
                    value |= (one & 0x7FL) << shift;
                    shift += 7;
                } while (one < 0);
            }
            into[i] = value;
        }
        at = next;
    }

    private long numberWithin() {
        byte[] from = chunk;
        int next = at;
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte one = from[next++];
            value |= (one & 0x7FL) << shift;
            if (one >= 0) {
                at = next;
                return value;
            }
        }
        throw endless();
    }

    private long numberAcross() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte one = next();
            value |= (one & 0x7FL) << shift;
            if (one >= 0) {
                return value;
            }
        }
        throw endless();
    }

    private static InvalidStateException endless() {
        return new InvalidStateException("a number does not end");
    }

    @Override
    public long signed() {
        return StateReader.signed(number());
    }

    @Override
    public String text() {
        long length = number();
        if (length < 0 || length > LONGEST_TEXT) {
            throw new InvalidStateException("a name of " + length + " bytes");
        }
        byte[] bytes = new byte[(int) length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = next();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Whether all has been read. */
    public boolean isAtEnd() {
        return at == chunk.length && !chunks.hasNext();
    }

    private byte next() {
        while (at == chunk.length) {
            if (!chunks.hasNext()) {
                throw new InvalidStateException("the state ends too early");
            }
            chunk = chunks.next();
            at = 0;
        }
        return chunk[at++];
    }
}
