// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.AuctionIndication;

/** The JSON of where an auction would trade. Where no two orders meet there is no price, and none is made up. */
public final class AuctionJson {

    private AuctionJson() {}

    public static StringBuilder append(StringBuilder out, AuctionIndication auction, int priceScale, int quantityScale) {
        out.append("{\"price\":");
        if (auction.getPrice() == 0) {
            out.append("null");
        } else {
            Decimals.append(out.append('"'), auction.getPrice(), priceScale).append('"');
        }
        Decimals.append(out.append(",\"volume\":\""), auction.getVolume(), quantityScale);
        Decimals.append(out.append("\",\"imbalance\":\""), auction.getImbalance(), quantityScale);
        return out.append("\"}");
    }
}
