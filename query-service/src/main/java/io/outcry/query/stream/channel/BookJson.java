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
     * @param more the others come as deltas: until then the client has no sequence to go on from, that is 0
     */
    static byte[] snapshot(String channel, long epoch, BookSnapshot best, boolean more) {
        StringBuilder out = open(channel, "snapshot", epoch).append(",\"sequence\":").append(more ? 0 : best.sequence());
        sides(out.append(more ? ",\"more\":true" : ""), List.of(), best);
        if (best.auction() != null) {
            AuctionJson.append(out.append(",\"auction\":"), best.auction(), best.priceScale(), best.quantityScale());
        }
        return bytes(out.append(",\"asOf\":").append(best.timeMillis()).append('}'));
    }

    /**
     * What changed.
     *
     * @param first the sequence after the one the subscriber has
     * @param changes oldest first, at least one; of each level the last counts
     */
    static byte[] delta(String channel, long epoch, long first, List<BookChange> changes) {
        BookChange last = changes.getLast();
        StringBuilder out =
                open(channel, "delta", epoch).append(",\"first\":").append(first).append(",\"sequence\":").append(last.sequence());
        if (changes.size() > 1) {
            out.append(",\"conflated\":").append(changes.size() - 1);
        }
        return changed(out, changes, null);
    }

    /**
     * Further levels of a book for somebody who has some of it, with what changed of those.
     *
     * @param to what he has with it; 0 if that is not the whole book yet
     * @param changes oldest first
     * @param further newer than the changes; null if he had all levels before and there are changes
     */
    static byte[] part(String channel, long epoch, long to, List<BookChange> changes, @Nullable BookSnapshot further) {
        StringBuilder out = open(channel, "delta", epoch).append(",\"first\":1,\"sequence\":").append(to);
        return changed(out.append(to == 0 ? ",\"more\":true" : ""), changes, further);
    }

    private static StringBuilder open(String channel, String type, long epoch) {
        StringBuilder out = new StringBuilder(192).append("{\"channel\":\"").append(channel);
        return out.append("\",\"type\":\"").append(type).append("\",\"epoch\":").append(epoch);
    }

    private static byte[] changed(StringBuilder out, List<BookChange> changes, @Nullable BookSnapshot further) {
        sides(out, changes, further);
        String auction = lastAuction(changes);
        if (auction != null) {
            out.append(",\"auction\":").append(auction);
        }
        long timeMillis = further == null ? changes.getLast().timeMillis() : further.timeMillis();
        return bytes(out.append(",\"asOf\":").append(timeMillis).append('}'));
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
