// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import io.outcry.matching.domain.FrozenEngine;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of an engine's state: SHA-256 over everything that is written down of it. Equal for equal states, whatever led to them. */
public final class StateHash {

    private static final int CHUNK_BYTES = 1 << 16;

    private StateHash() {}

    /** The hash of a frozen engine. */
    public static byte[] of(FrozenEngine engine) {
        ByteStateWriter out = new ByteStateWriter(CHUNK_BYTES, _ -> {});
        engine.write(out);
        return out.finish();
    }

    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
