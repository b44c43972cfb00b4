// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots of a partition's engine: when one is due, how its state becomes records of {@code book.snapshots.v1}, and how it is read back.
 *
 * <p>A snapshot is a manifest, chunks with a CRC each and an end marker with the number of chunks, their size and the SHA-256 of the state.
 * What has no end marker, or does not agree with it, or is of a format this version does not know, does not count, and the one before it is
 * used. Nothing here knows Kafka, a thread or a clock: the records go through a {@link io.outcry.matching.snapshot.SnapshotSink} and a
 * {@link io.outcry.matching.snapshot.SnapshotSource}.
 */
@NullMarked
package io.outcry.matching.snapshot;

import org.jspecify.annotations.NullMarked;
