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
import java.util.LinkedHashSet;
import java.util.List;
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
        Set<TotalsReader.Holder> traded = new LinkedHashSet<>();
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            fill(outcome, i, true, changes);
            fill(outcome, i, false, changes);
            int index = i;
            changes.add(new ViewChange.Push(keys.trades(outcome.getSymbol()), () -> trade(outcome, index), limits.tradesKept()));
            boolean bought = trade.getTakerSide() == Side.SIDE_BUY;
            traded.add(hold(accounts.of(trade.getTakerOrderId()), outcome.getSymbol(), bought, trade, trade.getTakerFee()));
            traded.add(hold(accounts.of(trade.getMakerOrderId()), outcome.getSymbol(), !bought, trade, trade.getMakerFee()));
            candles(outcome, trade, changes);
        }
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

    private void fill(Outcome outcome, int index, boolean taker, List<ViewChange> changes) {
        Trade trade = outcome.getTrades(index);
        String json = OrderJson.appendFill(new StringBuilder(128).append(','), outcome, index, taker).toString();
        long order = taker ? trade.getTakerOrderId() : trade.getMakerOrderId();
        changes.add(new ViewChange.Fill(keys.order(order), keys.fills(order), json, limits.fillsKept() * FILL_BYTES));
    }

    private TotalsReader.Holder hold(String account, String symbol, boolean bought, Trade trade, long fee) {
        TotalsReader.Holder holder = new TotalsReader.Holder(account, symbol);
        Holding before = totals.holding(holder);
        totals.put(holder, before.traded(bought ? trade.getQuantity() : -trade.getQuantity(), trade.getPrice(), fee));
        return holder;
    }

    private void candles(Outcome outcome, Trade trade, List<ViewChange> changes) {
        String symbol = outcome.getSymbol();
        for (CandleInterval interval : CandleInterval.ALL) {
            long openTime = interval.openTime(outcome.getTimeUs() / 1_000);
            Candle before = totals.candle(symbol, interval);
            Candle now = before != null && before.openTime() == openTime
                    ? before.and(trade.getPrice(), trade.getQuantity())
                    : Candle.first(openTime, trade.getPrice(), trade.getQuantity());
            totals.put(symbol, interval, now);
            ViewChange.Late json =
                    () -> StoredCandle.json(now, outcome.getPriceScale(), outcome.getQuantityScale()).getBytes(StandardCharsets.UTF_8);
            String key = keys.candles(symbol, interval);
            changes.add(before != null && before.openTime() == openTime
                    ? new ViewChange.ReplaceLast(key, json, limits.candlesKept())
                    : new ViewChange.Push(key, json, limits.candlesKept()));
        }
    }
}
