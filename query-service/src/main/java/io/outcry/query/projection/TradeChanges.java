// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.json.TradeJson;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.domain.Candle;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.Holding;
import io.outcry.query.record.OutcomeAccounts;
import io.outcry.query.view.StoredCandle;
import io.outcry.query.view.StoredHolding;
import io.outcry.query.view.TotalsReader;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What trades change: the fills of their orders, the list of trades, the candles, and what both accounts hold. */
final class TradeChanges {

    /** About how long a fill is as JSON. */
    private static final long FILL_BYTES = 112;

    private final ViewKeys keys;
    private final ProjectionSettings limits;
    private final RunningTotals totals;

    TradeChanges(ViewKeys keys, ProjectionSettings limits, RunningTotals totals) {
        this.keys = keys;
        this.limits = limits;
        this.totals = totals;
    }

    void add(Outcome outcome, List<ViewChange> changes) {
        if (outcome.getTradesCount() == 0) {
            return;
        }
        OutcomeAccounts accounts = new OutcomeAccounts(outcome);
        String symbol = outcome.getSymbol();
        String trades = keys.trades(symbol);
        Map<Long, Integer> told = new HashMap<>();
        Set<TotalsReader.Holder> traded = new LinkedHashSet<>();
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            fill(outcome, i, true, told, changes);
            fill(outcome, i, false, told, changes);
            int index = i;
            changes.add(new ViewChange.Push(trades, () -> trade(outcome, index), limits.tradesKept()));
            boolean bought = trade.getTakerSide() == Side.SIDE_BUY;
            traded.add(hold(accounts.of(trade.getTakerOrderId()), symbol, bought, trade, trade.getTakerFee()));
            traded.add(hold(accounts.of(trade.getMakerOrderId()), symbol, !bought, trade, trade.getMakerFee()));
        }
        candles(outcome, changes);
        for (TotalsReader.Holder holder : traded) {
            Holding now = totals.holding(holder);
            changes.add(new ViewChange.Field(keys.holdings(holder.account()), holder.symbol(), () -> stored(now, outcome)));
        }
    }

    private static byte[] trade(Outcome outcome, int index) {
        return TradeJson.append(new StringBuilder(160), outcome, index).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] stored(Holding holding, Outcome outcome) {
        return StoredHolding.of(
                holding, outcome.getSymbol(), outcome.getPriceScale(), outcome.getQuantityScale(), outcome.getSequence(),
                outcome.getTimeUs() / 1_000).stored().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * One fill of an order, unless what the outcome has brought it before is as much as is kept.
     *
     * @param told characters of the outcome's fills by order
     */
    private void fill(Outcome outcome, int index, boolean taker, Map<Long, Integer> told, List<ViewChange> changes) {
        Trade trade = outcome.getTrades(index);
        long order = taker ? trade.getTakerOrderId() : trade.getMakerOrderId();
        long limit = limits.fillsKept() * FILL_BYTES;
        if (told.getOrDefault(order, 0) < limit) {
            String json = OrderJson.appendFill(new StringBuilder(128).append(','), outcome, index, taker).toString();
            told.merge(order, json.length(), Integer::sum);
            changes.add(new ViewChange.Fill(keys.order(order), keys.fills(order), json, limit));
        }
    }

    private TotalsReader.Holder hold(String account, String symbol, boolean bought, Trade trade, long fee) {
        TotalsReader.Holder holder = new TotalsReader.Holder(account, symbol);
        Holding before = totals.holding(holder);
        totals.put(holder, before.traded(bought ? trade.getQuantity() : -trade.getQuantity(), trade.getPrice(), fee));
        return holder;
    }

    /** All trades of an outcome have its time, so they are in the same candles. */
    private void candles(Outcome outcome, List<ViewChange> changes) {
        String symbol = outcome.getSymbol();
        Candle traded = Candle.first(0, outcome.getTrades(0).getPrice(), outcome.getTrades(0).getQuantity());
        for (int i = 1; i < outcome.getTradesCount(); i++) {
            traded = traded.and(outcome.getTrades(i).getPrice(), outcome.getTrades(i).getQuantity());
        }
        for (CandleInterval interval : CandleInterval.ALL) {
            long openTime = interval.openTime(outcome.getTimeUs() / 1_000);
            Candle before = totals.candle(symbol, interval);
            boolean goesOn = before != null && before.openTime() == openTime;
            Candle now = before != null && goesOn ? before.and(traded) : traded.openedAt(openTime);
            totals.put(symbol, interval, now);
            ViewChange.Late json =
                    () -> StoredCandle.json(now, outcome.getPriceScale(), outcome.getQuantityScale()).getBytes(StandardCharsets.UTF_8);
            String key = keys.candles(symbol, interval);
            changes.add(goesOn
                    ? new ViewChange.ReplaceLast(key, json, limits.candlesKept())
                    : new ViewChange.Push(key, json, limits.candlesKept()));
        }
    }
}
