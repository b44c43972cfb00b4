// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.RowQueue;

/** The client order ids of remembered placements. */
final class RememberedIds extends ClientIndex {

    private final RowQueue rows;

    RememberedIds(RowQueue rows) {
        this.rows = rows;
    }

    @Override
    protected long[] cells(int row) {
        return rows.cells(row);
    }

    @Override
    protected int at(int row) {
        return rows.at(row);
    }
}
