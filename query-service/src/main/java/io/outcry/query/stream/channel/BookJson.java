// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.json.AuctionJson;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.BookSnapshot;
import io.outcry.query.feed.LevelJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages of a book channel. */
final class BookJson {

    private BookJson() {}

    /**
     * The best levels, which may be all there are.
     *
     * @param to where the client is with it: if that is half way, the others come as deltas
     */
    static byte[] snapshot(String channel, long epoch, Cursor to, BookSnapshot best) {
        StringBuilder out = reached(open(channel, "snapshot", epoch), to);
        sides(out, List.of(), best);
        if (best.auction() != null) {
            AuctionJson.append(out.append(",\"auction\":"), best.auction(), best.priceScale(), best.quantityScale());
        }
        return bytes(out.append(",\"asOf\":").append(best.timeMillis()).append('}'));
    }

    /**
     * What changed, with further levels for somebody who has some of the book.
     *
     * @param from where the client is
     * @param to where he is with it
     * @param changes oldest first, at least one where there are no further levels; of each level the last counts
     * @param further newer than the changes; null for somebody who has all levels
     */
    static byte[] delta(String channel, long epoch, Cursor from, Cursor to, List<BookChange> changes, @Nullable BookSnapshot further) {
        StringBuilder out = reached(open(channel, "delta", epoch).append(",\"first\":").append(from.sequence() + 1), to);
        if (changes.size() > 1) {
            out.append(",\"conflated\":").append(changes.size() - 1);
        }
        sides(out, changes, further);
        String auction = lastAuction(changes);
        if (auction != null) {
            out.append(",\"auction\":").append(auction);
        }
        long timeMillis = further == null ? changes.getLast().timeMillis() : further.timeMillis();
        return bytes(out.append(",\"asOf\":").append(timeMillis).append('}'));
    }

    private static StringBuilder open(String channel, String type, long epoch) {
        StringBuilder out = new StringBuilder(192).append("{\"channel\":\"").append(channel);
        return out.append("\",\"type\":\"").append(type).append("\",\"epoch\":").append(epoch);
    }

    private static StringBuilder reached(StringBuilder out, Cursor to) {
        return out.append(",\"sequence\":").append(to.sequence()).append(to.rest() == null ? "" : ",\"more\":true");
    }

    private static @Nullable String lastAuction(List<BookChange> changes) {
        String auction = null;
        for (BookChange change : changes) {
            auction = change.auction() == null ? auction : change.auction();
        }
        return auction;
    }

    private static void sides(StringBuilder out, List<BookChange> changes, @Nullable BookSnapshot further) {
        int priceScale = further == null ? changes.getLast().priceScale() : further.priceScale();
        int quantityScale = further == null ? changes.getLast().quantityScale() : further.quantityScale();
        for (Side side : List.of(Side.SIDE_BUY, Side.SIDE_SELL)) {
            out.append(side == Side.SIDE_BUY ? ",\"bids\":[" : "],\"asks\":[");
            String comma = "";
            for (Map.Entry<Long, Long> level : last(side, changes, further).entrySet()) {
                boolean gone = level.getValue() == 0;
                LevelJson.append(out.append(comma), level.getKey(), priceScale, level.getValue(), gone ? 0 : quantityScale);
                comma = ",";
            }
        }
        out.append(']');
    }

    /** The newest quantity of each price. */
    private static Map<Long, Long> last(Side side, List<BookChange> changes, @Nullable BookSnapshot further) {
        Map<Long, Long> last = new LinkedHashMap<>();
        for (BookChange change : changes) {
            for (LevelChange level : change.levels()) {
                if (level.getSide() == side) {
                    last.put(level.getPrice(), level.getQuantity());
                }
            }
        }
        if (further != null) {
            (side == Side.SIDE_BUY ? further.bids() : further.asks()).forEach(level -> last.put(level.price(), level.quantity()));
        }
        return last;
    }

    private static byte[] bytes(StringBuilder json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
