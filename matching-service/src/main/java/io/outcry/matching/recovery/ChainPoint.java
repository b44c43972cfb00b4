// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A published value of the hash chain.
 *
 * @param sequence the outcome that carries it
 * @param hash over all outcomes of the partition up to that one
 */
public record ChainPoint(long sequence, long hash) {

    /** Header of an outcome that carries the value: eight bytes, big endian. */
    public static final String HEADER = "outcry-chain";

    /** The header's value. */
    public byte[] header() {
        return ByteBuffer.allocate(Long.BYTES).putLong(hash).array();
    }

    /** The value that the outcome of a sequence carries; null if it carries none. */
    public static @Nullable ChainPoint of(long sequence, byte @Nullable [] header) {
        if (header == null) {
            return null;
        }
        if (header.length != Long.BYTES) {
            throw new LogMismatchException("outcome " + sequence + " carries a hash chain of " + header.length + " bytes");
        }
        return new ChainPoint(sequence, ByteBuffer.wrap(header).getLong());
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(hash) + " at outcome " + sequence;
    }
}
