// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.json.AuctionJson;
import io.outcry.query.domain.ViewPosition;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The answer of {@code GET /api/v1/books/{symbol}}, encoded once for all who read the same state.
 *
 * @param change counts the changes of the book that it shows
 * @param depth levels of each side at most
 * @param position what the partition held with the newest change
 * @param json shared: not to be written to
 */
@SuppressWarnings("ArrayRecordComponent")
public record BookText(long change, int depth, ViewPosition position, byte[] json) {

    /** What makes one. */
    @FunctionalInterface
    interface Encoder {
        BookText encode(long change, int depth, ViewPosition position, BookSnapshot book);
    }

    static BookText of(long change, int depth, ViewPosition position, BookSnapshot book) {
        StringBuilder out = new StringBuilder(128 + 32 * (book.bids().size() + book.asks().size()));
        out.append("{\"symbol\":\"").append(book.symbol()).append("\",\"sequence\":").append(book.sequence());
        levels(out.append(",\"bids\":["), book.bids(), book);
        levels(out.append("],\"asks\":["), book.asks(), book).append(']');
        if (book.auction() != null) {
            AuctionJson.append(out.append(",\"auction\":"), book.auction(), book.priceScale(), book.quantityScale());
        }
        out.append(",\"asOf\":").append(book.timeMillis()).append('}');
        return new BookText(change, depth, position, out.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static StringBuilder levels(StringBuilder out, List<BookSnapshot.Level> levels, BookSnapshot book) {
        for (int i = 0; i < levels.size(); i++) {
            BookSnapshot.Level level = levels.get(i);
            LevelJson.append(i == 0 ? out : out.append(','), level.price(), book.priceScale(), level.quantity(), book.quantityScale());
        }
        return out;
    }
}
