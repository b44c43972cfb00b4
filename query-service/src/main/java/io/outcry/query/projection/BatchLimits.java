// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/**
 * When a script call is full. Redis does nothing else while it runs one. A single outcome is never cut, however much it holds: half a
 * command must not be seen.
 */
final class BatchLimits {

    static final int OPERATIONS = 500;
    static final int BYTES = 256 * 1024;

    /** Scripts on their way to Redis for one partition. */
    static final int IN_FLIGHT = 8;

    private BatchLimits() {}
}
