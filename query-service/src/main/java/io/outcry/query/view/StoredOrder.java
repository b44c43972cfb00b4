// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.OrderCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** In the value of an order's key between the account, the JSON, and its fills, if they are there too. */
    public static final char SEPARATOR = '\n';

    /** In the place of the JSON, before the id of the order that was placed first: what has this key was a repeat of its placement. */
    private static final char REPEAT = '=';

    private static final int FIELDS = 3;
    private static final byte[] BEFORE_FILLS = ",\"fills\":[".getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER_FILLS = "]}".getBytes(StandardCharsets.UTF_8);

    /** Of orders of one name the one to tell comes last: what was refused stands behind all others, and of the rest the one that changed last. */
    public static final Comparator<StoredOrder> FOR_ITS_NAME =
            Comparator.comparing(StoredOrder::wasTaken).thenComparingLong(StoredOrder::transactMillis);

    /** An order and its place in a list. */
    public record Placed(OrderCursor place, StoredOrder order) {}

    /**
     * Orders, newest first.
     *
     * @param goesOnAfter where the list was left before the page was full, because too many forgotten orders were passed over or those that
     *     were found are large; all that are not older than that are here
     */
    public record Page(List<Placed> orders, Optional<OrderCursor> goesOnAfter) {

        /** The pages of several partitions as one. Where one of them was left early it ends: what is older in the others comes with the next. */
        public static Page ofAll(List<Held<Page>> read) {
            Optional<OrderCursor> left = read.stream().flatMap(held -> held.value().goesOnAfter().stream()).max(Comparator.naturalOrder());
            List<Placed> newest = read.stream().flatMap(held -> held.value().orders().stream())
                    .filter(placed -> left.isEmpty() || placed.place().compareTo(left.get()) >= 0)
                    .sorted(Comparator.comparing(Placed::place).reversed()).toList();
            return new Page(newest, left);
        }
    }

    static Optional<StoredOrder> ofReply(List<@Nullable Object> reply) {
        return Optional.ofNullable(ViewReader.text(reply.get(1))).map(order -> of(order, ViewReader.text(reply.get(2))));
    }

    static Page pageOfReply(List<@Nullable Object> reply) {
        List<Placed> page = new ArrayList<>(reply.size() / FIELDS);
        OrderCursor left = null;
        for (int i = 1; i + FIELDS - 1 < reply.size(); i += FIELDS) {
            String place = ViewReader.text(reply.get(i));
            String order = ViewReader.text(reply.get(i + 1));
            if (place != null && order != null) {
                page.add(new Placed(OrderCursor.ofPlace(place), of(order, ViewReader.text(reply.get(i + 2)))));
            } else if (place != null) {
                left = OrderCursor.ofPlace(place);
            }
        }
        return new Page(page, Optional.ofNullable(left));
    }

    /**
     * The order behind what is kept.
     *
     * @param value of the order's own key: account, JSON, and perhaps fills, a line feed between
     * @param fills of the key of its fills, which come after those; null if there is none
     */
    public static StoredOrder of(String value, @Nullable String fills) {
        int account = value.indexOf(SEPARATOR);
        int json = value.indexOf(SEPARATOR, account + 1);
        String more = fills == null ? "" : fills;
        return json < 0
                ? new StoredOrder(value.substring(0, account), value.substring(account + 1), more)
                : new StoredOrder(value.substring(0, account), value.substring(account + 1, json), value.substring(json + 1) + more);
    }

    /** The value under the id of a placement that was a repeat, and so no order of its own. */
    public static byte[] repeat(String account, long first) {
        return (account + SEPARATOR + REPEAT + first).getBytes(StandardCharsets.UTF_8);
    }

    /** The id of the order that was placed first, if this is a repeat of its placement; zero if it is an order. */
    public long repeatOf() {
        return openJson.charAt(0) == REPEAT ? Long.parseLong(openJson, 1, openJson.length(), 10) : 0;
    }

    /**
     * As {@link #repeatOf()}, of what is kept.
     *
     * @param value of the order's own key
     * @return zero also if it is not {@code account}'s
     */
    public static long repeatOf(byte[] value, byte[] account) {
        int mark = account.length + 1;
        boolean repeat =
                value.length > mark && value[mark] == REPEAT && Arrays.equals(value, 0, account.length, account, 0, account.length);
        return repeat ? of(new String(value, StandardCharsets.UTF_8), null).repeatOf() : 0;
    }

    /** The value of an order that changes no more: {@code value} with its fills. */
    static byte[] whole(byte[] value, byte[] fills) {
        byte[] whole = Arrays.copyOf(value, value.length + 1 + fills.length);
        whole[value.length] = SEPARATOR;
        System.arraycopy(fills, 0, whole, value.length + 1, fills.length);
        return whole;
    }

    /**
     * The whole JSON, as {@link #appendJson} makes it of the same.
     *
     * @param value of the order's own key
     * @param fills of the key of its fills; null if there is none
     * @return null if the order is not {@code account}'s
     */
    public static byte @Nullable [] json(byte[] value, byte @Nullable [] fills, byte[] account) {
        int from = account.length + 1;
        if (value.length < from || value[account.length] != SEPARATOR
                || !Arrays.equals(value, 0, account.length, account, 0, account.length)) {
            return null;
        }
        int to = value.length;
        while (to > from && value[to - 1] != SEPARATOR) {
            to--;
        }
        boolean own = to > from;
        int end = own ? to - 1 : value.length;
        int first = own ? value.length - to : 0;
        int more = fills == null ? 0 : fills.length;
        // Each fill has a comma before it: that of the first is left out.
        int comma = first + more > 0 ? 1 : 0;
        byte[] json = new byte[end - from + BEFORE_FILLS.length + first + more - comma + AFTER_FILLS.length];
        int at = append(json, 0, value, from, end);
        at = append(json, at, BEFORE_FILLS, 0, BEFORE_FILLS.length);
        if (own) {
            at = append(json, at, value, to + (first > 0 ? 1 : 0), value.length);
        }
        if (fills != null) {
            at = append(json, at, fills, first > 0 || more == 0 ? 0 : 1, more);
        }
        append(json, at, AFTER_FILLS, 0, AFTER_FILLS.length);
        return json;
    }

    private static int append(byte[] out, int at, byte[] from, int start, int end) {
        System.arraycopy(from, start, out, at, end - start);
        return at + end - start;
    }

    private boolean wasTaken() {
        return !openJson.contains("\"status\":\"REJECTED\"");
    }

    /** When it last changed, in milliseconds since the epoch: the JSON ends in it. */
    private long transactMillis() {
        return Long.parseLong(openJson, openJson.lastIndexOf(':') + 1, openJson.length(), 10);
    }

    /** Appends the whole JSON, fills and all. */
    public StringBuilder appendJson(StringBuilder out) {
        return out.append(openJson).append(",\"fills\":[").append(fills, fills.isEmpty() ? 0 : 1, fills.length()).append("]}");
    }
}
