// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import org.jspecify.annotations.Nullable;

/**
 * Where a subscriber of a channel is.
 *
 * @param version counts the changes that this instance saw, from 1
 * @param held public sequence of the newest change that all he has includes
 * @param rest what of a large book he has not got yet
 */
public record Cursor(long version, long held, @Nullable BookRest rest) {

    /** Of a subscriber who has nothing yet. */
    public static final Cursor NONE = new Cursor(-1, 0);

    /** Of one who has everything up to there. */
    public Cursor(long version, long held) {
        this(version, held, null);
    }

    /** The one that he is told, to go on from; 0 as long as he has not got all of a book. */
    public long sequence() {
        return rest == null ? held : 0;
    }
}
