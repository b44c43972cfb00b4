// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.json.AuctionJson;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.feed.LevelJson;
import io.outcry.query.record.InstrumentRecords;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.view.StoredBook;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What an outcome changes in the view of its partition. Orders, levels and instruments come whole, so they replace what was there; fills and
 * trades are added to; holdings and candles follow from what they were before.
 */
final class OutcomeChanges {

    private final int partition;
    private final ViewKeys keys;
    private final OrderChanges orders;
    private final TradeChanges trades;

    OutcomeChanges(ViewPartition partition, ProjectionSettings limits, RunningTotals totals) {
        this.partition = partition.number();
        this.keys = new ViewKeys(partition);
        this.orders = new OrderChanges(keys, limits);
        this.trades = new TradeChanges(keys, limits, totals);
    }

    /** @throws IllegalArgumentException if the outcome holds something that no engine writes; nothing is remembered of it then */
    void add(Outcome outcome, List<ViewChange> changes) {
        if (OutcomeRecords.isEmpty(outcome)) {
            return;
        }
        if (outcome.getRepeatOfSequence() != 0) {
            // Nothing was changed by it.
            orders.addRepeat(outcome, partition, changes);
            return;
        }
        String symbol = outcome.getSymbol();
        if (outcome.hasInstrument()) {
            String json = InstrumentRecords.json(outcome.getInstrument(), outcome.getTradingState());
            changes.add(new ViewChange.Set(keys.instrument(symbol), json.getBytes(StandardCharsets.UTF_8)));
            changes.add(new ViewChange.Add(keys.symbols(), symbol));
        }
        for (int i = 0; i < outcome.getOrdersCount(); i++) {
            OrderReport report = outcome.getOrders(i);
            if (OutcomeRecords.counts(outcome, report, partition)) {
                orders.add(outcome, report, OutcomeRecords.isPlaced(outcome, report, partition), changes);
            }
        }
        for (LevelChange level : outcome.getLevelsList()) {
            changes.add(new ViewChange.Level(
                    keys.levels(level.getSide(), symbol), keys.levelQuantities(level.getSide(), symbol), level.getPrice(),
                    level.getQuantity() == 0 ? null : () -> json(outcome, level)));
        }
        auction(outcome, changes);
        if (OutcomeRecords.changesBook(outcome)) {
            String state = StoredBook.state(outcome.getSequence(), outcome.getTimeUs() / 1_000);
            changes.add(new ViewChange.Set(keys.bookState(symbol), state.getBytes(StandardCharsets.UTF_8)));
        }
        // Last: totals must not move for an outcome that turns out to be unreadable.
        trades.add(outcome, changes);
    }

    private static byte[] json(Outcome outcome, LevelChange level) {
        return LevelJson.of(level.getPrice(), outcome.getPriceScale(), level.getQuantity(), outcome.getQuantityScale())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An auction ends with a change of the trading state, and every outcome that changes it names the state. */
    private void auction(Outcome outcome, List<ViewChange> changes) {
        String key = keys.auction(outcome.getSymbol());
        if (OutcomeRecords.isInAuction(outcome)) {
            changes.add(new ViewChange.Set(key, AuctionJson.of(outcome).getBytes(StandardCharsets.UTF_8)));
        } else if (outcome.hasInstrument()) {
            changes.add(new ViewChange.Delete(key));
        }
    }
}
