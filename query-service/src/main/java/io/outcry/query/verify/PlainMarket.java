// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.outcry.contracts.json.AuctionJson;
import io.outcry.contracts.json.TradeJson;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.feed.LevelJson;
import io.outcry.query.record.InstrumentRecords;
import io.outcry.query.record.OutcomeRecords;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One symbol: rules, levels, auction and trades, as all outcomes so far make them. */
final class PlainMarket {

    final Map<Long, String> bids = new TreeMap<>();
    final Map<Long, String> asks = new TreeMap<>();
    final List<String> trades = new ArrayList<>();
    final List<Traded> traded = new ArrayList<>();
    String instrument = "";
    String state = "";
    String auction = "";

    /** What of a trade is needed for candles. */
    record Traded(long millis, BigDecimal price, BigDecimal quantity) {}

    void add(Outcome outcome) {
        if (outcome.hasInstrument()) {
            instrument = InstrumentRecords.json(outcome.getInstrument(), outcome.getTradingState());
        }
        for (LevelChange level : outcome.getLevelsList()) {
            Map<Long, String> side = level.getSide() == Side.SIDE_BUY ? bids : asks;
            if (level.getQuantity() == 0) {
                side.remove(level.getPrice());
            } else {
                side.put(level.getPrice(), LevelJson.of(
                        level.getPrice(), outcome.getPriceScale(), level.getQuantity(), outcome.getQuantityScale()));
            }
        }
        if (OutcomeRecords.isInAuction(outcome)) {
            auction = AuctionJson.of(outcome);
        } else if (outcome.hasInstrument()) {
            auction = "";
        }
        if (OutcomeRecords.changesBook(outcome)) {
            state = outcome.getSequence() + "," + outcome.getTimeUs() / 1_000;
        }
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            Trade trade = outcome.getTrades(i);
            trades.add(TradeJson.append(new StringBuilder(), outcome, i).toString());
            traded.add(new Traded(
                    outcome.getTimeUs() / 1_000, BigDecimal.valueOf(trade.getPrice(), outcome.getPriceScale()),
                    BigDecimal.valueOf(trade.getQuantity(), outcome.getQuantityScale())));
        }
    }

    /** The candles of one length in the order of time, each as JSON, made of the trades from the first to the last. */
    List<String> candles(long lengthMillis) {
        Map<Long, List<Traded>> byTime = new TreeMap<>();
        traded.forEach(trade -> byTime.computeIfAbsent(trade.millis() - Math.floorMod(trade.millis(), lengthMillis), _ -> new ArrayList<>())
                .add(trade));
        List<String> candles = new ArrayList<>();
        byTime.forEach((openTime, of) -> {
            List<BigDecimal> prices = of.stream().map(Traded::price).toList();
            BigDecimal high = prices.stream().max(BigDecimal::compareTo).orElseThrow();
            BigDecimal low = prices.stream().min(BigDecimal::compareTo).orElseThrow();
            BigDecimal volume = of.stream().map(Traded::quantity).reduce(BigDecimal.ZERO, BigDecimal::add);
            candles.add("[" + openTime + ",\"" + prices.getFirst().toPlainString() + "\",\"" + high.toPlainString() + "\",\""
                    + low.toPlainString()
                    + "\",\"" + prices.getLast().toPlainString() + "\",\"" + volume.toPlainString() + "\"," + of.size() + "]");
        });
        return candles;
    }

    /** All symbols of a partition. */
    static final class All {
        private final Map<String, PlainMarket> symbols = new HashMap<>();

        void add(Outcome outcome) {
            symbols.computeIfAbsent(outcome.getSymbol(), _ -> new PlainMarket()).add(outcome);
        }

        Map<String, PlainMarket> bySymbol() {
            return symbols;
        }
    }
}
