// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.OrderCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order as the view keeps it.
 *
 * @param account whose it is
 * @param openJson its JSON without the closing brace
 * @param fills its first fills as JSON, a comma before each
 */
public record StoredOrder(String account, String openJson, String fills) {

    /** Between the account and the JSON in the value of an order's key. */
    public static final char SEPARATOR = '\n';

    private static final int FIELDS = 3;

    /** An order and its place in a list. */
    public record Placed(OrderCursor place, StoredOrder order) {}

    static Optional<StoredOrder> ofReply(List<@Nullable Object> reply) {
        return Optional.ofNullable(ViewReader.text(reply.get(1))).map(order -> of(order, ViewReader.text(reply.get(2))));
    }

    static List<Placed> pageOfReply(List<@Nullable Object> reply) {
        List<Placed> page = new ArrayList<>(reply.size() / FIELDS);
        for (int i = 1; i + FIELDS - 1 < reply.size(); i += FIELDS) {
            String place = ViewReader.text(reply.get(i));
            String order = ViewReader.text(reply.get(i + 1));
            if (place != null && order != null) {
                page.add(new Placed(OrderCursor.ofPlace(place), of(order, ViewReader.text(reply.get(i + 2)))));
            }
        }
        return page;
    }

    /** @param fills nothing before the first */
    public static StoredOrder of(String value, @Nullable String fills) {
        int separator = value.indexOf(SEPARATOR);
        return new StoredOrder(value.substring(0, separator), value.substring(separator + 1), fills == null ? "" : fills);
    }

    /** When it last changed, in milliseconds since the epoch: the JSON ends in it. */
    public long transactMillis() {
        return Long.parseLong(openJson, openJson.lastIndexOf(':') + 1, openJson.length(), 10);
    }

    /** Appends the whole JSON, fills and all. */
    public StringBuilder appendJson(StringBuilder out) {
        return out.append(openJson).append(",\"fills\":[").append(fills, fills.isEmpty() ? 0 : 1, fills.length()).append("]}");
    }
}
