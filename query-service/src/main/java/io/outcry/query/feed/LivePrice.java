// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.StoredPrice;

/**
 * The last price of a symbol, with the text that all its readers share.
 *
 * @param update as it came, with what each venue said
 * @param stored what is shown of it; its JSON is whole but for what depends on the moment of reading
 * @param position what the partition held with it
 */
public record LivePrice(PriceUpdate update, StoredPrice stored, ViewPosition position) {

    public String symbol() {
        return update.getSymbol();
    }
}
