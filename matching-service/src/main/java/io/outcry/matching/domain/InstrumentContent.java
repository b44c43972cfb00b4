// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** The rules of a symbol as values. */
final class InstrumentContent {

    private static final Tier[] TIERS = Tier.values();

    private InstrumentContent() {}

    static void write(Instrument rules, StateWriter out) {
        out.text(rules.symbol());
        out.text(rules.baseAsset());
        out.text(rules.quoteAsset());
        out.number(rules.priceScale());
        out.number(rules.quantityScale());
        out.number(rules.tickSize());
        out.number(rules.lotSize());
        out.number(rules.minQuantity());
        out.number(rules.maxQuantity());
        out.number(rules.minNotional());
        out.number(rules.priceBandBps());
        out.signed(rules.makerFeeBps());
        out.signed(rules.takerFeeBps());
        out.number(rules.tier().ordinal());
        out.number(rules.volatilityBandBps());
        out.number(rules.maxOpenOrders());
    }

    /** @throws InvalidStateException if a value is out of its range */
    static Instrument read(StateReader in) {
        Instrument rules = new Instrument(
                in.text(),
                in.text(),
                in.text(),
                (int) in.number(),
                (int) in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                (int) in.number(),
                (int) in.signed(),
                (int) in.signed(),
                Words.at(TIERS, in.number()),
                (int) in.number(),
                (int) in.number());
        if (!rules.isWellFormed()) {
            throw new InvalidStateException("no rules of a symbol: " + rules);
        }
        return rules;
    }
}
