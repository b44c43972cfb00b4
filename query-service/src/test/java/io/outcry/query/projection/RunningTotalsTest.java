// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.domain.Holding;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.LargeOutcome;
import io.outcry.query.view.TotalsReader.Holder;
import io.outcry.query.view.TotalsReader.Totals;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningTotalsTest {

    private static final ViewPosition HERE = new ViewPosition(5, 4, 5, 0, 0, 1_000);
    private static final ViewPosition FURTHER = new ViewPosition(6, 5, 6, 0, 0, 1_000);
    private static final Outcome TRADE = Outcome.newBuilder().setSymbol("BTC-USD")
            .addOrders(OrderReport.newBuilder().setOrderId(1).setAccount("alice"))
            .addOrders(OrderReport.newBuilder().setOrderId(2).setAccount("bob"))
            .addTrades(Trade.newBuilder().setTakerOrderId(2).setMakerOrderId(1))
            .build();

    private ViewPosition view = HERE;
    private int read;
    private final RunningTotals totals = new RunningTotals((holders, symbols) -> {
        read++;
        return new Totals(view, Collections.nCopies(holders.size(), null), Collections.nCopies(symbols.size(), Map.of()));
    });

    @Test
    void whatTheViewSaysWhereItIsThoughtToBeIsReadOnce() throws ViewUnavailableException, UnreadableViewException {
        totals.open(HERE, List.of(TRADE));
        view = FURTHER;
        totals.open(FURTHER, List.of(TRADE));

        assertThat(totals.holding(new Holder("alice", "BTC-USD"))).isEqualTo(Holding.NONE);
        assertThat(read).isEqualTo(1);
    }

    /** A batch that came late has moved it; if it fell back to where it was, it would take sums that hold that batch already. */
    @Test
    void whatItSaysElsewhereIsNotBelieved() throws ViewUnavailableException, UnreadableViewException {
        view = FURTHER;
        assertThatExceptionOfType(ViewUnavailableException.class).isThrownBy(() -> totals.open(HERE, List.of(TRADE)));

        totals.open(FURTHER, List.of(TRADE));
        assertThat(read).isEqualTo(2);
    }

    /** Ten for 1,000, then five sold to an own order for 550: 50 are won, and the five that came back cost 550. */
    @Test
    void ofATradeOfAnAccountWithItselfTheTakersSideCountsFirst() throws ViewUnavailableException, UnreadableViewException {
        Outcome outcome = TRADE.toBuilder().clearTrades()
                .addOrders(OrderReport.newBuilder().setOrderId(3).setAccount("alice"))
                .addTrades(Trade.newBuilder().setTakerOrderId(1).setMakerOrderId(2).setTakerSide(Side.SIDE_BUY)
                        .setQuantity(10).setPrice(100))
                .addTrades(Trade.newBuilder().setTakerOrderId(3).setMakerOrderId(1).setTakerSide(Side.SIDE_SELL)
                        .setQuantity(5).setPrice(110))
                .build();
        totals.open(HERE, List.of(outcome));
        changes().add(outcome, new ArrayList<>());

        Holding holding = totals.holding(new Holder("alice", "BTC-USD"));
        assertThat(holding.quantity()).isEqualTo(10);
        assertThat(holding.realised()).isEqualByComparingTo("50");
        assertThat(holding.cost()).isEqualByComparingTo("1050");
    }

    /** Ten times as many as an engine may decide at once: what takes their product takes minutes. */
    @Test
    void manyTradesOfManyOrdersAreLookedThroughOnce() {
        Outcome large = LargeOutcome.of(100_000);
        TradeChanges trades = changes();
        List<ViewChange> changes = new ArrayList<>();
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            totals.open(HERE, List.of(large));
            trades.add(large, changes);
        });
        assertThat(changes).as("each trade and its maker's fill, the fills of the taker that are kept, five candles, and two holdings")
                .hasSize(100_000 + 100_000 + 2 + 5 + 2);
        assertThat(totals.holding(new Holder("maker", LargeOutcome.SYMBOL)).quantity()).isEqualTo(-100_000);
    }

    private TradeChanges changes() {
        return new TradeChanges(new ViewKeys(new ViewPartition(ViewLog.ORDERS, 0)), new ProjectionSettings("", 1, 1, 1, 1, 1), totals);
    }
}
