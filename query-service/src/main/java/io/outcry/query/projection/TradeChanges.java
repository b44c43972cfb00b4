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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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
        String trades = keys.trades(outcome.getSymbol());
        Map<Long, TradedOrder> orders = new HashMap<>();
        Map<TotalsReader.Holder, TradedHolding> traded = new LinkedHashMap<>();
        Function<Long, TradedOrder> order = id -> {
            TotalsReader.Holder holder = new TotalsReader.Holder(accounts.of(id), outcome.getSymbol());
            TradedHolding holding = traded.computeIfAbsent(holder, known -> new TradedHolding(totals.holding(known)));
            return new TradedOrder(keys.order(id), keys.fills(id), holding);
        };
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            TradedOrder taker = orders.computeIfAbsent(trade.getTakerOrderId(), order);
            TradedOrder maker = orders.computeIfAbsent(trade.getMakerOrderId(), order);
            fill(outcome, i, true, taker, changes);
            fill(outcome, i, false, maker, changes);
            int index = i;
            changes.add(new ViewChange.Push(trades, () -> trade(outcome, index), limits.tradesKept()));
            boolean bought = trade.getTakerSide() == Side.SIDE_BUY;
            taker.holding.add(bought, trade.getQuantity(), trade.getPrice(), trade.getTakerFee());
            maker.holding.add(!bought, trade.getQuantity(), trade.getPrice(), trade.getMakerFee());
        }
        candles(outcome, changes);
        traded.forEach((holder, holding) -> {
            Holding now = holding.now();
            totals.put(holder, now);
            changes.add(new ViewChange.Field(keys.holdings(holder.account()), holder.symbol(), () -> stored(now, outcome)));
        });
    }

    /** An order of an outcome that trades in it, with what its account holds. */
    private static final class TradedOrder {
        private final String key;
        private final String fills;
        private final TradedHolding holding;
        /** Characters of the outcome's fills of it that are told. */
        private int told;

        private TradedOrder(String key, String fills, TradedHolding holding) {
            this.key = key;
            this.fills = fills;
            this.holding = holding;
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

    /** One fill of an order, unless what the outcome has brought it before is as much as is kept. */
    private void fill(Outcome outcome, int index, boolean taker, TradedOrder order, List<ViewChange> changes) {
        long limit = limits.fillsKept() * FILL_BYTES;
        if (order.told < limit) {
            String json = OrderJson.appendFill(new StringBuilder(128).append(','), outcome, index, taker).toString();
            order.told += json.length();
            changes.add(new ViewChange.Fill(order.key, order.fills, json, outcome.getTrades(index).getQuantity(), limit));
        }
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
