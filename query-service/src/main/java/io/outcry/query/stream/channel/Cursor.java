// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import org.jspecify.annotations.Nullable;

/**
 * Where a subscriber of a channel is.
 *
 * @param version counts the changes that this instance saw, from 1
 * @param sequence the public one, of the newest change that the subscriber has; 0 of one who has not got all of a book yet
 * @param rest what of a large book he has not got yet
 */
public record Cursor(long version, long sequence, @Nullable BookRest rest) {

    /** Of a subscriber who has nothing yet. */
    public static final Cursor NONE = new Cursor(-1, 0);

    /** Of one who has everything up to there. */
    public Cursor(long version, long sequence) {
        this(version, sequence, null);
    }
}
