// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.Rows;

/** The client order ids of open orders. */
final class OpenClientIds extends ClientIndex {

    private final Rows rows;

    OpenClientIds(Rows rows) {
        this.rows = rows;
    }

    @Override
    protected long[] cells(int row) {
        return rows.cells();
    }

    @Override
    protected int at(int row) {
        return row;
    }
}
