// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import java.util.zip.CRC32C;

/** The layout of snapshots that this version writes and reads. */
final class SnapshotFormat {

    /** Of the state's values and their order. Another one is refused: the log can always be replayed from an older snapshot, or from its beginning. */
    static final int VERSION = 3;

    /** Far below the largest record, so that a chunk is one request of moderate size. */
    static final int CHUNK_BYTES = 1 << 18;

    private SnapshotFormat() {}

    static int crc(byte[] state) {
        CRC32C crc = new CRC32C();
        crc.update(state);
        return (int) crc.getValue();
    }
}
