// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import java.util.List;

/**
 * What takes a subscriber to a newer state.
 *
 * @param to where he is after it
 * @param epoch of the sequences in it
 * @param messages JSON objects in UTF-8, to be sent in this order; shared, not to be written to
 * @param conflated changes that he does not see one by one, because a newer state replaced them
 * @param dropped changes that he does not get at all, which a message says
 * @param more he is not up to date with it
 */
public record Update(Cursor to, long epoch, List<byte[]> messages, long conflated, long dropped, boolean more) {

    /** After so many bytes what is still to come is left to the next update: it is encoded and held for everybody who is as far behind. */
    static final int ENOUGH_BYTES = 64 << 10;

    /** One that brings a subscriber up to date. */
    Update(Cursor to, long epoch, List<byte[]> messages, long conflated, long dropped) {
        this(to, epoch, messages, conflated, dropped, false);
    }

    /** The same for somebody to whom something has happened since it was made. */
    Update withMore() {
        return new Update(to, epoch, messages, conflated, dropped, true);
    }

    static Update nothing(Cursor to, long epoch) {
        return new Update(to, epoch, List.of(), 0, 0);
    }
}
