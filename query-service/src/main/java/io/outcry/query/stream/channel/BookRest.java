// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.feed.BookPlace;

/**
 * Where somebody is who gets a large book in parts. Each part is of the book as it is when he gets it, and comes with what has changed in
 * the parts that he has: so he is never further behind than by one part, and nothing is kept for him.
 *
 * @param reached sequence of the newest change that some of his levels may have: a part can be ahead of what was announced. With all
 *     changes up to it his levels are those of one moment
 * @param place how far he has got
 */
record BookRest(long reached, BookPlace place) {

    /** Where somebody is for whom this is left; his levels have all changes up to {@code held}. */
    Cursor at(long version, long held) {
        boolean isNothing = place.isEnd() && held >= reached;
        return new Cursor(version, held, isNothing ? null : this);
    }
}
