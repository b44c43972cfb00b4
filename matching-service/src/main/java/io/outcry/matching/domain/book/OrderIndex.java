// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

/** Orders by their id. */
public final class OrderIndex extends HandleIndex {

    private final Rows rows;

    public OrderIndex(Rows rows) {
        this.rows = rows;
    }

    @Override
    protected long keyOf(int handle) {
        return rows.cells()[handle + OrderRow.ID];
    }

    @Override
    protected boolean matches(int handle, long key) {
        return keyOf(handle) == key;
    }
}
