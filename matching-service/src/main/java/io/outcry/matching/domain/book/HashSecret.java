// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.UUID;

/**
 * What the places of keys in hash tables are made with. Clients choose keys: names, and places in the log by when they send. Whoever does not
 * know it cannot choose such as meet, all of which would be looked at for each of them. No outcome depends on it.
 */
public final class HashSecret {

    /** Another one in each process, unless the property {@code io.outcry.hash-secret} tells it: in tests a seed shall reproduce everything. */
    public static final long VALUE = Long.getLong("io.outcry.hash-secret", UUID.randomUUID().getMostSignificantBits());

    private HashSecret() {}
}
