// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Instrument;
import org.jspecify.annotations.Nullable;

/** How many digits prices and quantities have after the point. */
record Scales(int price, int quantity) {

    /** Where nothing has any. */
    static final Scales NONE = new Scales(0, 0);

    Scales(Instrument rules) {
        this(rules.priceScale(), rules.quantityScale());
    }

    /** Those of a symbol; none if it is not known. */
    static Scales of(@Nullable PlainBook book) {
        return book == null ? NONE : new Scales(book.rules);
    }

    int quote() {
        return price + quantity;
    }
}
