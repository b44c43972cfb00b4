// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.IndexRate;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rates at which quotes in other currencies are converted. An index is priced like any other symbol, hot, by the instance whose
 * partition it is in; every instance learns its rate, from its own rounds or from the log.
 */
public final class IndexBoard {

    private static final Logger LOG = LoggerFactory.getLogger(IndexBoard.class);

    /** Fraction digits of a rate. */
    static final int SCALE = 8;

    private final Map<String, PricedInstrument> instruments = new LinkedHashMap<>();
    /** As they are in use. */
    private final Map<String, IndexRate> rates = new ConcurrentHashMap<>();
    /** As two sources or more have made them last. */
    private final Map<String, IndexRate> made = new ConcurrentHashMap<>();
    /** Whose price was out of range, and that was told. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /**
     * @param symbols such as USDT-USD
     * @throws IllegalArgumentException if one has not the form BASE-QUOTE
     */
    public IndexBoard(Collection<String> symbols) {
        for (String symbol : symbols) {
            int hyphen = symbol.indexOf('-');
            if (hyphen < 1 || hyphen == symbol.length() - 1) {
                throw new IllegalArgumentException("an index is BASE-QUOTE, such as USDT-USD, not '" + symbol + "'");
            }
            instruments.put(symbol, new PricedInstrument(
                    symbol, symbol.substring(0, hyphen), symbol.substring(hyphen + 1), SCALE, RefreshTier.HOT));
        }
    }

    /** What is to be priced so that there are rates; whether or not the registry knows it. */
    public List<PricedInstrument> instruments() {
        return List.copyOf(instruments.values());
    }

    public boolean isIndex(String symbol) {
        return instruments.containsKey(symbol);
    }

    /** The rate of an index; null while it is not known. */
    public @Nullable IndexRate rate(String symbol) {
        return rates.get(symbol);
    }

    /** Whether every index has a rate, be it old. */
    public boolean isComplete() {
        return rates.size() == instruments.size();
    }

    /**
     * Takes the price of an index; prices of other symbols, and those that are out of a rate's range, pass by. One of a single source makes no
     * rate, or that venue would move all that is converted at it; where it agrees with what two have made before, that stays in use. Nor do two
     * that contradict each other; where both agree with what is in use, that stays.
     */
    public void accept(String symbol, int scale, AggregatedPrice price) {
        if (isIndex(symbol)) {
            long divisor = 1;
            int digits = scale;
            for (; digits > SCALE; digits--) {
                divisor *= 10;
            }
            long bid = price.bid() / divisor;
            long ask = Math.ceilDiv(price.ask(), divisor);
            if (IndexRate.isInRange(bid, ask)) {
                IndexRate rate = new IndexRate(symbol, bid, ask, digits, price.asOfMicros());
                if (price.quality() == Quality.SINGLE_SOURCE) {
                    confirm(rate);
                } else if (price.sources() > 2) {
                    make(rate);
                } else {
                    ofTwo(rate);
                }
            } else if (refused.add(symbol)) {
                LOG.atWarn().addKeyValue("index", symbol).addKeyValue("bid", bid).addKeyValue("ask", ask).addKeyValue("scale", digits)
                        .log("the price of an index is out of range: nothing is converted at it while that is so");
            }
        }
    }

    private void make(IndexRate rate) {
        made.put(rate.symbol(), rate);
        rates.put(rate.symbol(), rate);
    }

    private void ofTwo(IndexRate rate) {
        IndexRate inUse = rates.get(rate.symbol());
        if (inUse == null || !inUse.isFresh(rate.asOfMicros())) {
            if (rate.isAgreedOn()) {
                make(rate);
            }
        } else if (rate.isOneOpinion()) {
            make(rate);
        } else {
            inUse.heldBy(rate).ifPresent(this::make);
        }
    }

    private void confirm(IndexRate rate) {
        IndexRate before = made.get(rate.symbol());
        if (before != null) {
            before.confirmedBy(rate).ifPresent(confirmed -> rates.put(rate.symbol(), confirmed));
        }
    }
}
