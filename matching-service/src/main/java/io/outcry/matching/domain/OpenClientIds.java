// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.HandleIndex;
import io.outcry.matching.domain.book.Rows;

/** The client order ids of open orders. */
final class OpenClientIds extends HandleIndex {

    private final Rows rows;
    private ClientOrderId sought = new ClientOrderId();
    private int soughtAccount;

    OpenClientIds(Rows rows) {
        this.rows = rows;
    }

    /** The row of this id and account, or 0. */
    int find(ClientOrderId id, int account) {
        sought = id;
        soughtAccount = account;
        return find(id.key(account));
    }

    @Override
    protected long keyOf(int handle) {
        return rows.cells()[handle + ClientRow.KEY];
    }

    @Override
    protected boolean matches(int handle, long key) {
        return ClientRow.isOf(rows.cells(), handle, sought, soughtAccount);
    }
}
