// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The value of the reply header: eight bytes that name an instance, eight that name its command, both big endian. */
final class ReplyAddress {

    static final int LENGTH = 16;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private ReplyAddress() {}

    static byte[] of(long instance, long correlation) {
        byte[] address = new byte[LENGTH];
        LONG.set(address, 0, instance);
        LONG.set(address, Long.BYTES, correlation);
        return address;
    }

    static boolean isFor(byte[] address, long instance) {
        return address.length == LENGTH && (long) LONG.get(address, 0) == instance;
    }

    static long correlation(byte[] address) {
        return (long) LONG.get(address, Long.BYTES);
    }
}
