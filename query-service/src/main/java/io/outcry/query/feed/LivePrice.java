// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewPartition;

/**
 * The last price of a symbol, with the text that all its readers share.
 *
 * @param partition where it is
 * @param offset its place in the log of prices
 * @param update as it came, with what each venue said
 * @param stored what is shown of it; its JSON is whole but for what depends on the moment of reading
 */
public record LivePrice(ViewPartition partition, long offset, PriceUpdate update, StoredPrice stored) {

    public String symbol() {
        return update.getSymbol();
    }
}
