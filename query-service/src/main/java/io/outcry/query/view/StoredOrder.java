// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.OrderCursor;
import io.outcry.query.domain.TradeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An order as the view keeps it.
 *
 * @param account whose it is
 * @param openJson its JSON without the closing brace
 * @param fills its first fills by trade id: {@code T} for taker or {@code M} for maker, then price, quantity and fee with commas between
 */
public record StoredOrder(String account, String openJson, Map<TradeId, String> fills) {

    /** Between the account and the JSON in the value of an order's key. */
    public static final char SEPARATOR = '\n';

    private static final int FIELDS = 4;
    private static final int FILL_PARTS = 3;

    /** An order and its place in a list. */
    public record Placed(OrderCursor place, StoredOrder order) {}

    static Optional<StoredOrder> ofReply(List<@Nullable Object> reply) {
        return Optional.ofNullable(ViewReader.text(reply.get(1))).map(order -> of(order, reply.get(2)));
    }

    static List<Placed> pageOfReply(List<@Nullable Object> reply) {
        List<Placed> page = new ArrayList<>(reply.size() / FIELDS);
        for (int i = 1; i + FIELDS - 1 < reply.size(); i += FIELDS) {
            String placed = ViewReader.text(reply.get(i));
            String member = ViewReader.text(reply.get(i + 1));
            String order = ViewReader.text(reply.get(i + 2));
            if (placed != null && member != null && order != null) {
                OrderCursor place = new OrderCursor(Long.parseLong(placed), Long.parseLong(member));
                page.add(new Placed(place, of(order, reply.get(i + 3))));
            }
        }
        return page;
    }

    private static StoredOrder of(String value, @Nullable Object fills) {
        int separator = value.indexOf(SEPARATOR);
        Map<TradeId, String> sorted = new TreeMap<>();
        List<String> flat = ViewReader.texts(fills);
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            String fill = flat.get(i + 1);
            TradeId.parse(flat.get(i)).ifPresent(id -> sorted.put(id, fill));
        }
        return new StoredOrder(value.substring(0, separator), value.substring(separator + 1), sorted);
    }

    /** When it last changed, in milliseconds since the epoch: the JSON ends in it. */
    public long transactMillis() {
        return Long.parseLong(openJson, openJson.lastIndexOf(':') + 1, openJson.length(), 10);
    }

    /** Appends the whole JSON, fills and all. */
    public StringBuilder appendJson(StringBuilder out) {
        out.append(openJson).append(",\"fills\":[");
        boolean first = true;
        for (Map.Entry<TradeId, String> fill : fills.entrySet()) {
            String value = fill.getValue();
            String[] parts = value.substring(1).split(",", FILL_PARTS);
            out.append(first ? "" : ",").append("{\"tradeId\":\"").append(fill.getKey());
            out.append("\",\"price\":\"").append(parts[0]);
            out.append("\",\"quantity\":\"").append(parts[1]);
            // A view from before there were fees has none.
            out.append(parts.length < FILL_PARTS ? "" : "\",\"fee\":\"" + parts[2]);
            out.append("\",\"liquidity\":\"").append(value.charAt(0) == 'T' ? "TAKER" : "MAKER").append("\"}");
            first = false;
        }
        return out.append("]}");
    }
}
