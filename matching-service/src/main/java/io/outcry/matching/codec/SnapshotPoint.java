// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

/**
 * A place between two commands of a partition.
 *
 * @param nextOffset of the first command behind it
 * @param sequence of the last outcome before it; zero if there is none
 * @param timeUs the engine's clock, microseconds since the epoch
 * @param engineVersion that was in force
 * @param chain the hash chain over all outcomes before it
 */
public record SnapshotPoint(long nextOffset, long sequence, long timeUs, int engineVersion, long chain) {}
