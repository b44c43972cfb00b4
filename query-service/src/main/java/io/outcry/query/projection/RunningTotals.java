// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.domain.Candle;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.Holding;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeAccounts;
import io.outcry.query.view.StoredCandle;
import io.outcry.query.view.StoredHolding;
import io.outcry.query.view.TotalsReader;
import io.outcry.query.view.ViewUnavailableException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What cannot be told from one outcome alone: holdings and the newest candles, as they are after the last folded outcome. What is not here
 * is read from the view, where it is as of all batches that were sent; what was not used for long is dropped when there is too much.
 */
final class RunningTotals {

    /** Holdings, and symbols with candles, that are remembered. */
    private static final int LIMIT = 50_000;

    private final TotalsReader reader;
    private final Map<TotalsReader.Holder, Holding> holdings = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Map<CandleInterval, Candle>> candles = new LinkedHashMap<>(16, 0.75f, true);

    RunningTotals(TotalsReader reader) {
        this.reader = reader;
    }

    /**
     * Makes sure that all totals which {@code outcomes} change are here; to be called when all changes before them are on their way.
     *
     * @param at where these changes lead
     * @throws ViewUnavailableException if Redis does not say what they are, or is elsewhere: a batch that came late or another instance moved
     *     it, and if it loses that again it takes what is sent from here
     * @throws UnreadableViewException if Redis says what no total can be
     */
    void open(ViewPosition at, List<Outcome> outcomes) throws ViewUnavailableException, UnreadableViewException {
        trim(holdings);
        trim(candles);
        Set<TotalsReader.Holder> unknownHolders = new LinkedHashSet<>();
        Map<String, Outcome> unknownSymbols = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            OutcomeAccounts accounts = new OutcomeAccounts(outcome);
            Set<Long> traded = new LinkedHashSet<>();
            for (Trade trade : outcome.getTradesList()) {
                traded.add(trade.getTakerOrderId());
                traded.add(trade.getMakerOrderId());
            }
            traded.forEach(order -> note(new TotalsReader.Holder(accounts.of(order), outcome.getSymbol()), unknownHolders));
            if (outcome.getTradesCount() > 0 && !candles.containsKey(outcome.getSymbol())) {
                unknownSymbols.put(outcome.getSymbol(), outcome);
            }
        }
        if (!unknownHolders.isEmpty() || !unknownSymbols.isEmpty()) {
            read(at, List.copyOf(unknownHolders), List.copyOf(unknownSymbols.values()));
        }
    }

    private void note(TotalsReader.Holder holder, Set<TotalsReader.Holder> unknown) {
        if (!holdings.containsKey(holder)) {
            unknown.add(holder);
        }
    }

    private void read(ViewPosition at, List<TotalsReader.Holder> holders, List<Outcome> symbols)
            throws ViewUnavailableException, UnreadableViewException {
        TotalsReader.Totals found = reader.read(holders, symbols.stream().map(Outcome::getSymbol).toList());
        if (!found.position().equals(at)) {
            throw new ViewUnavailableException("the view is at " + found.position() + " and not at " + at);
        }
        try {
            keep(found, holders, symbols);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnreadableViewException("Redis holds a value that cannot be read: flush it; " + e.getMessage(), e);
        }
    }

    private void keep(TotalsReader.Totals found, List<TotalsReader.Holder> holders, List<Outcome> symbols) {
        for (int i = 0; i < holders.size(); i++) {
            String stored = found.holdings().get(i);
            holdings.put(holders.get(i), stored == null ? Holding.NONE : StoredHolding.parse(stored).holding());
        }
        for (int i = 0; i < symbols.size(); i++) {
            Outcome of = symbols.get(i);
            Map<CandleInterval, Candle> last = new EnumMap<>(CandleInterval.class);
            for (Map.Entry<CandleInterval, String> stored : found.candles().get(i).entrySet()) {
                last.put(stored.getKey(), StoredCandle.parse(stored.getValue(), of.getPriceScale(), of.getQuantityScale()));
            }
            candles.put(of.getSymbol(), last);
        }
    }

    /** Those go that were not used for longest; the view has them all. */
    private static <K, V> void trim(Map<K, V> all) {
        if (all.size() > LIMIT) {
            List<K> oldest = new ArrayList<>(all.keySet()).subList(0, LIMIT / 2);
            all.keySet().removeAll(new LinkedHashSet<>(oldest));
        }
    }

    /** The holding before the outcome being folded. */
    Holding holding(TotalsReader.Holder holder) {
        Holding known = holdings.get(holder);
        if (known == null) {
            throw new IllegalStateException("the holding of " + holder + " was not opened");
        }
        return known;
    }

    void put(TotalsReader.Holder holder, Holding holding) {
        holdings.put(holder, holding);
    }

    /** The newest candle; nothing before the first trade. */
    @Nullable
    Candle candle(String symbol, CandleInterval interval) {
        return last(symbol).get(interval);
    }

    void put(String symbol, CandleInterval interval, Candle candle) {
        last(symbol).put(interval, candle);
    }

    private Map<CandleInterval, Candle> last(String symbol) {
        Map<CandleInterval, Candle> last = candles.get(symbol);
        if (last == null) {
            throw new IllegalStateException("the candles of " + symbol + " were not opened");
        }
        return last;
    }

    void forget() {
        holdings.clear();
        candles.clear();
    }
}
