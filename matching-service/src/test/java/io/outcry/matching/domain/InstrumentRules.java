// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.List;

/** An instrument while it is being written: it forbids little and costs nothing, unless told otherwise. */
final class InstrumentRules {

    private final String symbol;
    private int priceScale = 2;
    private int quantityScale = 5;
    private long tickSize = 1;
    private long lotSize = 1;
    private long minQuantity = 1;

    /** With one at prices like the tests' every notional has 63 bits, so that plain orders go the short way, as they do outside of tests. */
    private long maxQuantity = 1_000_000_000_000L;
    private long minNotional;
    private int priceBandBps;
    private int volatilityBandBps;
    private int makerFeeBps;
    private int takerFeeBps;
    private int maxOpenOrders;

    private InstrumentRules(String symbol) {
        this.symbol = symbol;
    }

    static InstrumentRules of(String symbol) {
        return new InstrumentRules(symbol);
    }

    static InstrumentRules plain() {
        return of(TestEngine.SYMBOL);
    }

    /** With quantities so large that no order goes the short way of plain ones, since its notional might not fit. */
    static InstrumentRules ofAnyQuantity() {
        return plain().quantities(1, Long.MAX_VALUE);
    }

    static List<InstrumentRules> ofBothWays() {
        return List.of(plain(), ofAnyQuantity());
    }

    InstrumentRules scales(int price, int quantity) {
        priceScale = price;
        quantityScale = quantity;
        return this;
    }

    InstrumentRules tick(long size) {
        tickSize = size;
        return this;
    }

    InstrumentRules lot(long size) {
        lotSize = size;
        return this;
    }

    InstrumentRules quantities(long least, long most) {
        minQuantity = least;
        maxQuantity = most;
        return this;
    }

    InstrumentRules minNotional(long least) {
        minNotional = least;
        return this;
    }

    InstrumentRules priceBand(int bps) {
        priceBandBps = bps;
        return this;
    }

    InstrumentRules volatilityBand(int bps) {
        volatilityBandBps = bps;
        return this;
    }

    InstrumentRules fees(int makerBps, int takerBps) {
        makerFeeBps = makerBps;
        takerFeeBps = takerBps;
        return this;
    }

    InstrumentRules maxOpenOrders(int most) {
        maxOpenOrders = most;
        return this;
    }

    Instrument build() {
        return new Instrument(
                symbol, "BTC", "USD", priceScale, quantityScale, tickSize, lotSize, minQuantity, maxQuantity, minNotional, priceBandBps,
                makerFeeBps, takerFeeBps, Tier.HOT, volatilityBandBps, maxOpenOrders);
    }
}
