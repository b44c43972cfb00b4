// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/**
 * When a script call is full. Redis does nothing else while it runs one, some milliseconds at these limits; larger ones were not faster. A
 * single outcome is never cut, however much it holds: half a command must not be seen.
 */
final class BatchLimits {

    static final int RECORDS = 1_000;
    static final int CHANGES = 10_000;
    static final int BYTES = 512 * 1024;

    /** Records of a partition still to come, from which on they are applied in bulk. */
    static final long BULK_FROM = 4_000;

    /**
     * When a batch in bulk is full: some 30 ms of Redis's time, in which all that replaces each other is written once. There is one at a
     * time for a partition, and the next is folded meanwhile.
     */
    static final int BULK_RECORDS = 8_000;

    static final int BULK_CHANGES = 80_000;
    static final int BULK_BYTES = 8 * 1024 * 1024;

    /** Scripts on their way to Redis for one partition. */
    static final int IN_FLIGHT = 4;

    private BatchLimits() {}
}
