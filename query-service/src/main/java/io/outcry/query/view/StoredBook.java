// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A symbol's book as the view keeps it.
 *
 * @param sequence of the newest outcome that changed the book or its auction
 * @param timeMillis when that was
 * @param bids each as JSON
 * @param asks each as JSON
 * @param auction where the auction would trade now, as JSON, while there is one; the best bid may then be above the best ask
 */
public record StoredBook(long sequence, long timeMillis, List<String> bids, List<String> asks, Optional<String> auction) {

    /** The value of {@link ViewKeys#bookState}. */
    public static String state(long sequence, long timeMillis) {
        return sequence + "," + timeMillis;
    }

    /** What a reply says behind the partition's position: the state, which only a known symbol has, both sides and the auction. */
    static Optional<StoredBook> ofReply(List<@Nullable Object> reply) {
        return Optional.ofNullable(ViewReader.text(reply.get(1))).map(state -> {
            int comma = state.indexOf(',');
            return new StoredBook(
                    Long.parseLong(state, 0, comma, 10), Long.parseLong(state, comma + 1, state.length(), 10),
                    ViewReader.texts(reply.get(2)), ViewReader.texts(reply.get(3)), Optional.ofNullable(ViewReader.text(reply.get(4))));
        });
    }
}
