// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An order's place in a list of orders, by when it was placed and then by id: total over all partitions. A page ends at one, and the next
 * page starts after it, whatever happened in between.
 *
 * @param placedMicros engine time of the placement, microseconds since the epoch
 * @param orderId the order's id
 */
public record OrderCursor(long placedMicros, long orderId) implements Comparable<OrderCursor> {

    /** Before the newest order there can be. */
    public static final OrderCursor NEWEST = new OrderCursor((1L << 53) - 1, Long.MAX_VALUE);

    private static final int TIME_WIDTH = 16;
    private static final Pattern FORM = Pattern.compile("([0-9]{1,16})-([0-9]{1,19})");
    private static final Comparator<OrderCursor> ORDER =
            Comparator.comparingLong(OrderCursor::placedMicros).thenComparingLong(OrderCursor::orderId);

    /** The cursor that {@code text} spells, or nothing. */
    public static Optional<OrderCursor> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OrderCursor(Long.parseLong(form.group(1)), Long.parseLong(form.group(2))));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** The order's name in the sorted sets: orders of the same moment sort by it. */
    public String member() {
        return LevelKey.fixedWidth(orderId);
    }

    /** The place as text that sorts like places do: time and id in fixed width. */
    public String place() {
        String micros = Long.toString(placedMicros);
        return "0".repeat(Math.max(0, TIME_WIDTH - micros.length())) + micros + "-" + member();
    }

    /** Reads {@link #place}. */
    public static OrderCursor ofPlace(String place) {
        return new OrderCursor(Long.parseLong(place, 0, TIME_WIDTH, 10), Long.parseLong(place, TIME_WIDTH + 1, place.length(), 10));
    }

    @Override
    public int compareTo(OrderCursor other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return placedMicros + "-" + orderId;
    }
}
