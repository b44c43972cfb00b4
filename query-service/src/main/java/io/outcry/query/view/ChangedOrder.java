// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import org.jspecify.annotations.Nullable;

/**
 * What a batch makes of one order. The fills of an order that went within the batch, and had none before it, are kept in its own value,
 * which nothing writes again: Redis has a key and two commands less for one that rested and was executed at once. All others have a key of
 * their own, to which more can be appended without knowing what is there.
 */
final class ChangedOrder {

    private final String fills;
    private final StringBuilder more = new StringBuilder(0);
    private ViewChange.@Nullable Late value;
    private long executed;
    private long filled;
    private boolean placed;
    private boolean closed;
    private long limit;

    /** @param fills the key of its fills */
    ChangedOrder(String fills) {
        this.fills = fills;
    }

    void becomes(ViewChange.Order order) {
        value = order.value();
        executed = order.executed();
        placed |= order.placed();
        closed = order.closed();
    }

    void filled(ViewChange.Fill fill) {
        limit = fill.limit();
        filled += fill.quantity();
        if (more.length() < limit) {
            more.append(fill.json());
        }
    }

    String fills() {
        return fills;
    }

    /** The fills that the batch adds. */
    byte[] more() {
        return CommandSink.text(more.toString());
    }

    long limit() {
        return limit;
    }

    /** Whether fills have to be appended to those that are there. */
    boolean grows() {
        return !hasAll() && !more.isEmpty();
    }

    /** Whether there were no fills before the batch. */
    private boolean hasAll() {
        return placed || value != null && filled == executed;
    }

    private boolean isWhole() {
        return hasAll() && closed && !more.isEmpty();
    }

    private boolean hasNewFills() {
        return hasAll() && !closed && !more.isEmpty();
    }

    /** How many keys get a value. */
    int values() {
        return (value == null ? 0 : 1) + (hasNewFills() ? 1 : 0);
    }

    /** Writes those keys and values. */
    void writeTo(String key, CommandSink out) {
        ViewChange.Late last = value;
        if (last != null) {
            out.add(key);
            out.add(isWhole() ? StoredOrder.whole(last.bytes(), more()) : last.bytes());
        }
        if (hasNewFills()) {
            out.add(fills);
            out.add(more());
        }
    }
}
