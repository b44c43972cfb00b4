// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signatures have been found right, and who they were issued to, so that a client costs one verification and not one for each
 * request. At most twice as many as were used lately are kept: one that is not used while so many others come is forgotten, and verified
 * again when it comes. Safe for use by many threads.
 */
final class KnownTokens {

    private final int generation;

    /** Those that were used lately, and those that were used before. */
    private volatile Map<String, Principal> young = new ConcurrentHashMap<>();
    private volatile Map<String, Principal> old = Map.of();

    /** @param generation so many are used before those that were not are forgotten; at least 1 */
    KnownTokens(int generation) {
        this.generation = generation;
    }

    /** Who the token was issued to; null if it is not known, or over. */
    @Nullable
    Principal find(String digest, long nowMillis) {
        Principal found = young.get(digest);
        if (found == null) {
            found = old.get(digest);
            if (found != null) {
                add(digest, found);
            }
        }
        return found == null || found.untilMillis() <= nowMillis ? null : found;
    }

    void add(String digest, Principal principal) {
        young.put(digest, principal);
        if (young.size() >= generation) {
            age();
        }
    }

    private synchronized void age() {
        if (young.size() >= generation) {
            old = young;
            young = new ConcurrentHashMap<>();
        }
    }

    /** How many are kept. */
    int size() {
        return young.size() + old.size();
    }
}
