// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.codec.SnapshotPoint;

/**
 * A whole snapshot that is in the log.
 *
 * @param endOffset where its end stands
 * @param bytes of the state
 * @param stateHash SHA-256 of the state
 */
public record WrittenSnapshot(long id, SnapshotPoint point, long endOffset, long bytes, byte[] stateHash) {}
