// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import java.util.concurrent.TimeUnit;

/** So many bytes a second and not more: says how long to wait before the next ones. Not safe for threads. */
final class ByteRate {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double nanosPerByte;
    private long freeNanos;

    /** @param startNanos as {@link System#nanoTime} says, as every other time */
    ByteRate(long bytesPerSecond, long startNanos) {
        nanosPerByte = NANOS_PER_SECOND / bytesPerSecond;
        freeNanos = startNanos;
    }

    /** How long to wait before {@code bytes} more: until those before them have had their time. What was not used is not saved up. */
    long nanosBefore(int bytes, long nowNanos) {
        long wait = Math.max(0, freeNanos - nowNanos);
        freeNanos = nowNanos + wait + (long) (bytes * nanosPerByte);
        return wait;
    }
}
