// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import org.jspecify.annotations.Nullable;

/**
 * What a batch makes of one order. The fills of an order that came and went within the batch are kept in its own value, which nothing writes
 * again; all others have a key of their own, to which more can be appended without knowing what is there.
 */
final class ChangedOrder {

    private final String fills;
    private final StringBuilder more = new StringBuilder(0);
    private ViewChange.@Nullable Late value;
    private boolean placed;
    private boolean closed;
    private long limit;

    /** @param fills the key of its fills */
    ChangedOrder(String fills) {
        this.fills = fills;
    }

    void becomes(ViewChange.Order order) {
        value = order.value();
        placed |= order.placed();
        closed = order.closed();
    }

    void filled(ViewChange.Fill fill) {
        limit = fill.limit();
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
        return !placed && !more.isEmpty();
    }

    private boolean isWhole() {
        return placed && closed && !more.isEmpty();
    }

    private boolean hasNewFills() {
        return placed && !closed && !more.isEmpty();
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
