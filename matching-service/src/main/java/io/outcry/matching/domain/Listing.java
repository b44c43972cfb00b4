// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** One symbol as the engine holds it: its rules, its state, its book and its last trade. */
final class Listing {

    private final OrderBook book = new OrderBook();
    private Instrument instrument;
    private TradingState state = TradingState.TRADING;
    private long lastTradePrice;

    Listing(Instrument instrument) {
        this.instrument = instrument;
    }

    OrderBook book() {
        return book;
    }

    Instrument instrument() {
        return instrument;
    }

    void redefine(Instrument newRules) {
        instrument = newRules;
    }

    TradingState state() {
        return state;
    }

    void enter(TradingState newState) {
        state = newState;
    }

    /** Zero before the first trade. */
    long lastTradePrice() {
        return lastTradePrice;
    }

    void tradedAt(long price) {
        lastTradePrice = price;
    }
}
