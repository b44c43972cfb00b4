// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/** Orders by their id. */
public final class OrderIndex extends HandleIndex {

    private final BookRows rows;

    public OrderIndex(BookRows rows) {
        this.rows = rows;
    }

    @Override
    protected long keyOf(int handle) {
        return rows.hot()[handle + OrderRow.ID];
    }

    @Override
    protected boolean matches(int handle, long key) {
        return keyOf(handle) == key;
    }
}
