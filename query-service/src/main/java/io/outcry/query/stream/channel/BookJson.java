// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.LevelJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages of a book channel. */
final class BookJson {

    private BookJson() {}

    /** The whole book. */
    static byte[] snapshot(String channel, long epoch, StreamSource.BookImage book) {
        StringBuilder out = new StringBuilder(160 + 32 * (book.bids().size() + book.asks().size()));
        out.append("{\"channel\":\"").append(channel).append("\",\"type\":\"snapshot\",\"epoch\":").append(epoch);
        out.append(",\"sequence\":").append(book.sequence());
        out.append(",\"bids\":[").append(String.join(",", book.bids()));
        out.append("],\"asks\":[").append(String.join(",", book.asks())).append(']');
        if (book.auction() != null) {
            out.append(",\"auction\":").append(book.auction());
        }
        return bytes(out.append(",\"asOf\":").append(book.timeMillis()).append('}'));
    }

    /**
     * What changed.
     *
     * @param first the sequence after the one the subscriber has
     * @param changes oldest first, at least one; of each level the last counts
     */
    static byte[] delta(String channel, long epoch, long first, List<BookChange> changes) {
        BookChange last = changes.getLast();
        StringBuilder out = new StringBuilder(192);
        out.append("{\"channel\":\"").append(channel).append("\",\"type\":\"delta\",\"epoch\":").append(epoch);
        out.append(",\"first\":").append(first).append(",\"sequence\":").append(last.sequence());
        if (changes.size() > 1) {
            out.append(",\"conflated\":").append(changes.size() - 1);
        }
        side(out.append(",\"bids\":["), Side.SIDE_BUY, changes);
        side(out.append("],\"asks\":["), Side.SIDE_SELL, changes);
        out.append(']');
        String auction = lastAuction(changes);
        if (auction != null) {
            out.append(",\"auction\":").append(auction);
        }
        return bytes(out.append(",\"asOf\":").append(last.timeMillis()).append('}'));
    }

    private static @Nullable String lastAuction(List<BookChange> changes) {
        String auction = null;
        for (BookChange change : changes) {
            auction = change.auction() == null ? auction : change.auction();
        }
        return auction;
    }

    private static void side(StringBuilder out, Side side, List<BookChange> changes) {
        Map<Long, LevelChange> last = new LinkedHashMap<>();
        for (BookChange change : changes) {
            for (LevelChange level : change.levels()) {
                if (level.getSide() == side) {
                    last.put(level.getPrice(), level);
                }
            }
        }
        BookChange scales = changes.getLast();
        String comma = "";
        for (LevelChange level : last.values()) {
            out.append(comma);
            comma = ",";
            if (level.getQuantity() == 0) {
                LevelJson.append(out, level.getPrice(), scales.priceScale(), 0, 0);
            } else {
                LevelJson.append(out, level.getPrice(), scales.priceScale(), level.getQuantity(), scales.quantityScale());
            }
        }
    }

    private static byte[] bytes(StringBuilder json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
