// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.Outcome;

/** The JSON of where an auction would trade. Where no two orders meet there is no price, and none is made up. */
public final class AuctionJson {

    private AuctionJson() {}

    /** Of an outcome of a symbol that is in an auction. */
    public static String of(Outcome outcome) {
        return of(outcome.getAuction(), outcome.getPriceScale(), outcome.getQuantityScale());
    }

    public static String of(AuctionIndication auction, int priceScale, int quantityScale) {
        return append(new StringBuilder(96), auction, priceScale, quantityScale).toString();
    }

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
