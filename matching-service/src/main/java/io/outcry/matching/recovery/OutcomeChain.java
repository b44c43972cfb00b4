// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The hash chain over a partition's outcomes: each value is made of the one before and the bytes of the next outcome, so that one number
 * stands for all outcomes so far. Every {@value #INTERVAL}th is published with its outcome.
 *
 * <p>64 bits, mixed like MurmurHash3 does: it finds a defect, a wrong version or a lost record, with one chance in 2^64 of missing it. It is no
 * proof against somebody who may write the log; SHA-256 would cost several times as much for each outcome and be no such proof either.
 */
public final class OutcomeChain {

    /** Outcomes from one published value to the next. */
    public static final int INTERVAL = 1_000;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0xFF51_AFD7_ED55_8CCDL;
    private static final long OTHER_MIX = 0xC4CE_B9FE_1A85_EC53L;

    private long value;

    /** @param value where it goes on from; zero before the first outcome */
    public OutcomeChain(long value) {
        this.value = value;
    }

    /**
     * Adds the next outcome, which is the first {@code length} bytes.
     *
     * @return what is to be published with it, if anything
     */
    public @Nullable ChainPoint add(long sequence, byte[] outcome, int length) {
        value = hash(value, outcome, length);
        return sequence % INTERVAL == 0 ? new ChainPoint(sequence, value) : null;
    }

    /** Over all outcomes so far. */
    public long value() {
        return value;
    }

    /** The hash of the first {@code length} bytes that begins with another one. */
    static long hash(long before, byte[] bytes, int length) {
        long hash = before ^ length * MIX;
        int whole = length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            hash = mixed(hash ^ (long) LONG.get(bytes, i));
        }
        long rest = 0;
        for (int i = whole; i < length; i++) {
            rest = rest << Byte.SIZE | bytes[i] & 0xFF;
        }
        hash = mixed(hash ^ rest) * OTHER_MIX;
        return hash ^ hash >>> 33;
    }

    private static long mixed(long word) {
        long product = word * MIX;
        return product ^ product >>> 33;
    }
}
