// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import org.jspecify.annotations.Nullable;

/**
 * Everything that one command did. One object is reused for all commands of an engine: it holds until the next command is applied, so
 * whoever keeps anything copies it.
 */
public final class CommandOutcome {

    private long inputOffset;
    private long sequence;
    private long timeUs;
    private String symbol = "";
    private int priceScale;
    private int quantityScale;
    private RejectCode reject = RejectCode.NONE;
    private long repeatOfSequence;
    private long repeatOfTimeUs;
    private @Nullable Instrument instrument;
    private @Nullable TradingState tradingState;
    private final OrderReports orders = new OrderReports();
    private final Trades trades = new Trades();
    private final LevelChanges levels = new LevelChanges();

    /** Offset of the command in the log. */
    public long inputOffset() {
        return inputOffset;
    }

    /** 1, 2, 3 ... for each command of the engine. */
    public long sequence() {
        return sequence;
    }

    /** The engine's clock after the command, microseconds since the epoch. */
    public long timeUs() {
        return timeUs;
    }

    /** The symbol the command concerned; empty if none. */
    public String symbol() {
        return symbol;
    }

    /** Zero for a symbol that is not known. */
    public int priceScale() {
        return priceScale;
    }

    /** Zero for a symbol that is not known. */
    public int quantityScale() {
        return quantityScale;
    }

    public RejectCode reject() {
        return reject;
    }

    /** Sequence of the outcome that this one repeats; zero if it is its own. */
    public long repeatOfSequence() {
        return repeatOfSequence;
    }

    /** Time of the outcome that this one repeats; zero if it is its own. */
    public long repeatOfTimeUs() {
        return repeatOfTimeUs;
    }

    /** The rules of the symbol, when the command set them or its state. */
    public @Nullable Instrument instrument() {
        return instrument;
    }

    /** The state of the symbol, when the command set it or its rules. */
    public @Nullable TradingState tradingState() {
        return tradingState;
    }

    public OrderReports orders() {
        return orders;
    }

    public Trades trades() {
        return trades;
    }

    public LevelChanges levels() {
        return levels;
    }

    /** Forgets the command before. */
    void begin(long newInputOffset, long newSequence, long newTimeUs) {
        inputOffset = newInputOffset;
        sequence = newSequence;
        timeUs = newTimeUs;
        symbol = "";
        priceScale = 0;
        quantityScale = 0;
        reject = RejectCode.NONE;
        repeatOfSequence = 0;
        repeatOfTimeUs = 0;
        instrument = null;
        tradingState = null;
        orders.clear();
        trades.clear();
        levels.clear();
    }

    void about(String newSymbol, int newPriceScale, int newQuantityScale) {
        symbol = newSymbol;
        priceScale = newPriceScale;
        quantityScale = newQuantityScale;
    }

    void about(Instrument rules) {
        about(rules.symbol(), rules.priceScale(), rules.quantityScale());
    }

    void reject(RejectCode code) {
        reject = code;
    }

    void repeats(long firstSequence, long firstTimeUs) {
        repeatOfSequence = firstSequence;
        repeatOfTimeUs = firstTimeUs;
    }

    void defines(Listing listing) {
        instrument = listing.instrument();
        tradingState = listing.state();
    }
}
