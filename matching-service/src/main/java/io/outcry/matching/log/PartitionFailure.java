// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

/**
 * Why and where a partition stopped.
 *
 * @param offset in the command log; -1 while it was loading
 * @param recoverable true if the log could not be read or written: loading again may succeed. False if a command cannot be applied or
 *     the two logs disagree: it would fail again
 * @param reason for the operator
 */
public record PartitionFailure(long offset, boolean recoverable, String reason) {}
