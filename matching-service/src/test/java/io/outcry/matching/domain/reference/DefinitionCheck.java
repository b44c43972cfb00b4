// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.Tier;

/** What the rules of a symbol must fulfil. */
final class DefinitionCheck {

    private DefinitionCheck() {}

    static boolean isWellFormed(Instrument rules) {
        return Names.isInstrument(rules.symbol()) && Names.isInstrument(rules.baseAsset()) && Names.isInstrument(rules.quoteAsset())
                && isBetween(rules.priceScale(), 0, 18)
                && isBetween(rules.quantityScale(), 0, 18)
                && rules.tickSize() > 0
                && rules.lotSize() > 0
                && rules.minQuantity() >= 0
                && rules.maxQuantity() > 0
                && rules.maxQuantity() >= rules.minQuantity()
                && rules.minNotional() >= 0
                && isBetween(rules.priceBandBps(), 0, 1_000_000)
                && isBetween(rules.volatilityBandBps(), 0, 1_000_000)
                && rules.maxOpenOrders() >= 0
                && isBetween(rules.makerFeeBps(), -10_000, 10_000)
                && isBetween(rules.takerFeeBps(), -10_000, 10_000)
                && rules.tier() != Tier.UNSPECIFIED;
    }

    /** Digits never change: the numbers on the books would mean something else. */
    static boolean isSameScale(Instrument left, Instrument right) {
        return left.priceScale() == right.priceScale() && left.quantityScale() == right.quantityScale();
    }

    private static boolean isBetween(int number, int least, int most) {
        return number >= least && number <= most;
    }
}
