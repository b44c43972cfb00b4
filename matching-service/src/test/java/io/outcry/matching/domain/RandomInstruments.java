// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.SplittableRandom;

/**
 * Symbols, their rules and accounts of a random stream. Each has a temper of its own: strict, wild, full of auctions, crowded, giant,
 * full of FOK stops, or plain.
 */
final class RandomInstruments {

    /** So many symbols are defined at first. */
    static final int LISTED = 2;

    /** What giant orders are about: three of them are more than a side may hold. */
    static final long GIANT = Long.MAX_VALUE / 3 + 1;

    private static final String[] SYMBOLS = {"A-USD", "B-USD", "C-USD", "NOPE"};
    private static final String[] ACCOUNTS = {"alice", "bob", "carol", "dave"};

    private final SplittableRandom random;
    private final boolean strict;
    private final boolean wild;
    private final boolean giant;
    private final boolean collecting;
    private final boolean deep;
    private final boolean crowded;
    private final boolean killing;
    private final boolean plain;

    /** @param deep whether books fill with thousands of orders of many accounts, instead of meeting every rule */
    RandomInstruments(SplittableRandom random, boolean deep) {
        this.random = random;
        this.deep = deep;
        strict = random.nextInt(3) == 0 && !deep;
        wild = random.nextInt(3) == 0 && !deep;
        giant = random.nextInt(16) == 0 && !deep;
        collecting = random.nextInt(3) == 0 && !deep;
        crowded = random.nextInt(6) == 0 && !deep;
        killing = collecting && random.nextInt(4) != 0 && !giant;
        plain = random.nextInt(2) == 0 && !strict && !wild && !giant && !collecting && !crowded && !deep;
    }

    /** Whether prices are spread far over both sides, and orders stay. */
    boolean isDeep() {
        return deep;
    }

    /** Whether quantities are so large that a few of them are all a side may hold. */
    boolean isGiant() {
        return giant;
    }

    /** Whether auctions are frequent, and orders fit for them. */
    boolean isCollecting() {
        return collecting;
    }

    /** Whether most orders are FOK stops that are due as soon as an auction is over, for more than a trade gives. */
    boolean isKilling() {
        return killing;
    }

    /** Whether most orders say nothing but a price and a quantity, and nothing waits beside them: most commands go the short ways. */
    boolean isPlain() {
        return plain;
    }

    /** The middle of the prices. */
    long middle() {
        return giant ? 2 : deep ? 10_000 : 100;
    }

    /** Mostly one of two. */
    String symbol() {
        int choice = random.nextInt(40);
        return SYMBOLS[choice < 30 ? 0 : choice < 37 ? 1 : choice < 39 ? 2 : 3];
    }

    String account() {
        if (deep) {
            return "account-" + random.nextInt(400);
        }
        int choice = random.nextInt(300);
        return choice == 0 ? "" : choice == 1 ? "x".repeat(random.nextInt(64, 66)) : ACCOUNTS[random.nextInt(ACCOUNTS.length)];
    }

    Instrument define(int number) {
        long lot = strict ? random.nextLong(1, 3) : 1;
        return InstrumentRules.of(SYMBOLS[number])
                .scales(2, 4)
                .tick(strict && !giant ? random.nextLong(1, 3) : 1)
                .lot(giant ? 1 : lot)
                .quantities(strict ? 2 : 1, giant ? Long.MAX_VALUE : strict ? 200 : 1_000)
                .minNotional(strict && !giant ? 300 : 0)
                .priceBand(strict && random.nextBoolean() ? 700 : 0)
                .volatilityBand(wild ? random.nextInt(100, 500) : 0)
                .maxOpenOrders(crowded ? random.nextInt(8) : 0)
                .fees(random.nextInt(-30, 30), random.nextInt(-30, 30))
                .build();
    }

    /** A definition in the middle of the stream: of other rules, of a new symbol, or not acceptable. */
    Instrument redefine() {
        Instrument rules = define(random.nextInt(SYMBOLS.length - 1));
        return switch (random.nextInt(12)) {
            case 0 -> copy(rules, 3, rules.tickSize(), rules.volatilityBandBps());
            case 1 -> copy(rules, rules.priceScale(), -1, rules.volatilityBandBps());
            case 2 -> copy(rules, rules.priceScale(), rules.tickSize(), 1_000_001);
            case 3 -> copy(rules, rules.priceScale(), rules.tickSize(), 1_000_000);
            default -> rules;
        };
    }

    private static Instrument copy(Instrument rules, int priceScale, long tickSize, int volatilityBandBps) {
        return new Instrument(
                rules.symbol(), rules.baseAsset(), rules.quoteAsset(), priceScale, rules.quantityScale(), tickSize, rules.lotSize(),
                rules.minQuantity(), rules.maxQuantity(), rules.minNotional(), rules.priceBandBps(), rules.makerFeeBps(),
                rules.takerFeeBps(), rules.tier(), volatilityBandBps, rules.maxOpenOrders());
    }
}
