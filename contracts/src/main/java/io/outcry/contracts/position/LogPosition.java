// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.position;

import java.util.OptionalLong;

/**
 * A place in a partitioned log as one 63-bit number: the partition in the upper 15 bits, the offset in the lower 48.
 *
 * <p>The position of an order's command in {@code order.commands.v1} is the order's id: unique and ordered within its partition
 * without a coordinator, and known as soon as Kafka has acknowledged the command.
 */
public final class LogPosition {

    /** Offsets are below this. */
    public static final long OFFSET_LIMIT = 1L << 48;

    /** Partitions are below this. */
    public static final int PARTITION_LIMIT = 1 << 15;

    private static final int MAX_DIGITS = 19;

    private LogPosition() {}

    /** @throws IllegalArgumentException if either part is out of range */
    public static long of(int partition, long offset) {
        if (partition < 0 || partition >= PARTITION_LIMIT || offset < 0 || offset >= OFFSET_LIMIT) {
            throw new IllegalArgumentException("no log position: partition " + partition + ", offset " + offset);
        }
        return ((long) partition << 48) | offset;
    }

    /** The position that plain decimal digits spell, as ids come in a request; empty for anything else. */
    public static OptionalLong parse(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    public static int partition(long position) {
        return (int) (position >>> 48);
    }

    public static long offset(long position) {
        return position & (OFFSET_LIMIT - 1);
    }
}
