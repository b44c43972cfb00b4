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

    /** Scripts on their way to Redis for one partition. */
    static final int IN_FLIGHT = 4;

    private BatchLimits() {}
}
