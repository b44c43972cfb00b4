// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.book.BookRows;
import io.outcry.matching.domain.book.Touched;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one command did. One object is reused for all commands of an engine: it holds until the next command is applied, so
 * whoever keeps anything copies it.
 */
public final class CommandOutcome {

    private final OrderReports orders;
    private final Trades trades = new Trades();
    private final LevelChanges levels;
    private final Touched touched;
    private long inputOffset = -1;
    private long timeUs;
    private @Nullable Listing listing;
    private RejectCode reject = RejectCode.NONE;
    private String unlisted = "";
    private int unlistedPriceScale;
    private int unlistedQuantityScale;
    private long repeatOfSequence;
    private long repeatOfTimeUs;
    private @Nullable Instrument instrument;
    private @Nullable TradingState tradingState;
    private boolean inAuction;
    private long indicativePrice;
    private long indicativeVolume;
    private long indicativeImbalance;
    private int stopsActivated;
    private int engineVersion;
    private boolean unfinished;

    /** Whether the command said one of the things that few say. */
    private boolean rare;

    CommandOutcome(OrderReports orders, BookRows rows, Touched touched) {
        this.orders = orders;
        this.touched = touched;
        levels = new LevelChanges(rows, touched);
    }

    /** Offset of the command in the log. */
    public long inputOffset() {
        return inputOffset;
    }

    /** 1, 2, 3 ... for each command of the engine. */
    public long sequence() {
        return touched.number();
    }

    /** The engine's clock after the command, microseconds since the epoch. */
    public long timeUs() {
        return timeUs;
    }

    /** The symbol the command concerned; empty if none. */
    public String symbol() {
        return listing == null ? unlisted : listing.instrument().symbol();
    }

    /** Zero for a symbol that is not known. */
    public int priceScale() {
        return listing == null ? unlistedPriceScale : listing.instrument().priceScale();
    }

    /** Zero for a symbol that is not known. */
    public int quantityScale() {
        return listing == null ? unlistedQuantityScale : listing.instrument().quantityScale();
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

    /** The rules of the symbol, when the command changed them or its state. */
    public @Nullable Instrument instrument() {
        return instrument;
    }

    /** The state of the symbol, when the command changed it or its rules. */
    public @Nullable TradingState tradingState() {
        return tradingState;
    }

    /** Whether the symbol is in an auction, so that the three numbers that follow tell what would trade now. */
    public boolean inAuction() {
        return inAuction;
    }

    /** Where the auction would trade; zero: no two orders meet. */
    public long indicativePrice() {
        return indicativePrice;
    }

    public long indicativeVolume() {
        return indicativeVolume;
    }

    /** Bid less asked quantity at the indicative price. */
    public long indicativeImbalance() {
        return indicativeImbalance;
    }

    /** Stops that were set off. */
    public int stopsActivated() {
        return stopsActivated;
    }

    /** The version of the engine's behaviour that the command activated; zero for all other commands. */
    public int engineVersion() {
        return engineVersion;
    }

    /** Whether more of the symbol is due than the command has done, such as stops that it had to leave: a tick would go on with it. */
    public boolean isUnfinished() {
        return unfinished;
    }

    /** Whether there is any of what few commands say: all but the symbol, orders, trades and levels. */
    public boolean isRare() {
        return rare;
    }

    public OrderReports orders() {
        return orders;
    }

    public Trades trades() {
        return trades;
    }

    /** The trades, for one who adds to them. */
    Trades tradesToCome() {
        touched.unsettle();
        return trades;
    }

    public LevelChanges levels() {
        return levels;
    }

    /** Forgets the command before; {@code about...} must follow. */
    void begin(long newInputOffset, long newTimeUs) {
        inputOffset = newInputOffset;
        timeUs = Math.max(timeUs, newTimeUs);
        if (touched.isUnsettled()) {
            settle();
        }
        touched.next();
    }

    private void settle() {
        touched.settle();
        trades.clear();
        if (rare) {
            forgetRare();
        }
    }

    /** Before what few commands say is said: only those that follow it pay for forgetting it. */
    private void markRare() {
        rare = true;
        touched.unsettle();
    }

    private void forgetRare() {
        rare = false;
        reject = RejectCode.NONE;
        unlisted = "";
        unlistedPriceScale = 0;
        unlistedQuantityScale = 0;
        repeatOfSequence = 0;
        repeatOfTimeUs = 0;
        instrument = null;
        tradingState = null;
        inAuction = false;
        indicativePrice = 0;
        indicativeVolume = 0;
        indicativeImbalance = 0;
        stopsActivated = 0;
        engineVersion = 0;
        unfinished = false;
    }

    /** Concerns a symbol that is not listed, or was listed otherwise then. */
    void about(String symbol, int priceScale, int quantityScale) {
        markRare();
        listing = null;
        unlisted = symbol;
        unlistedPriceScale = priceScale;
        unlistedQuantityScale = quantityScale;
    }

    /** The command names a symbol, which may be unknown. */
    void about(String symbol, @Nullable Listing known) {
        if (known == null) {
            about(symbol, 0, 0);
        } else {
            about(known);
        }
    }

    void about(Listing concerned) {
        if (listing != concerned) {
            listing = concerned;
        }
    }

    /** Concerns no symbol that could be named. */
    void aboutNone() {
        listing = null;
    }

    void reject(RejectCode code) {
        markRare();
        reject = code;
    }

    void repeats(long firstSequence, long firstTimeUs) {
        markRare();
        repeatOfSequence = firstSequence;
        repeatOfTimeUs = firstTimeUs;
    }

    void defines(Listing defined) {
        markRare();
        instrument = defined.instrument();
        tradingState = defined.state();
    }

    void indicates(long price, long volume, long imbalance) {
        markRare();
        inAuction = true;
        indicativePrice = price;
        indicativeVolume = volume;
        indicativeImbalance = imbalance;
    }

    void activates(int version) {
        markRare();
        engineVersion = version;
    }

    void stopActivated() {
        markRare();
        stopsActivated++;
    }

    /** @param more whether a tick would change the symbol now */
    void leaves(boolean more) {
        if (more) {
            markRare();
            unfinished = true;
        }
    }

    /** Goes on behind commands that changed nothing but the clock. */
    void advance(long lastOffset, long lastSequence, long lastTimeUs) {
        if (lastOffset < inputOffset || lastSequence < sequence() || lastTimeUs < timeUs) {
            throw new InvalidStateException("offset " + lastOffset + ", sequence " + lastSequence + ", time " + lastTimeUs
                    + " is behind offset " + inputOffset + ", sequence " + sequence() + ", time " + timeUs);
        }
        restore(lastOffset, lastSequence, lastTimeUs);
    }

    /** Goes on after a command that another engine has applied. */
    void restore(long lastInputOffset, long lastSequence, long lastTimeUs) {
        inputOffset = lastInputOffset;
        touched.restore(lastSequence);
        timeUs = lastTimeUs;
    }
}
