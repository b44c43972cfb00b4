// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.ReportLog;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import io.outcry.matching.domain.OrderReport;
import io.outcry.matching.domain.OrderStatus;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.SelfTradePrevention;
import io.outcry.matching.domain.Side;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import io.outcry.matching.domain.Trades;
import io.outcry.matching.domain.book.PriceLadder;
import io.outcry.matching.domain.book.WindowLadder;

/**
 * The product: the engine that matching-service runs, with its limits, accounts, rules and fees, and nothing beside it. Each message is a
 * command at the next offset of a log, so an order's name is its id.
 */
public final class OutcryBook implements BookUnderTest {

    private static final Instrument INSTRUMENT = new Instrument(
            "BTC-USD", "BTC", "USD", 2, 0, 1, 1, 1, 1_000_000, 1, 0, 10, 20, Tier.HOT, 0, 0);

    private final MatchingEngine engine;
    private final NewOrder order = new NewOrder();
    private final ReportLog reports;
    private final int account;
    private long offset;

    /** @param reports where the book writes */
    public OutcryBook(ReportLog reports) {
        this(reports, WindowLadder::new);
    }

    /** The same with levels kept in another way. */
    public OutcryBook(ReportLog reports, PriceLadder.Factory ladders) {
        this.reports = reports;
        engine = new MatchingEngine(0, EngineLimits.STANDARD, ladders);
        engine.define(0, 0, INSTRUMENT);
        account = engine.registerAccount("alice");
        order.account = account;
        order.symbol = engine.symbol(INSTRUMENT.symbol());
        order.symbolName = INSTRUMENT.symbol();
    }

    @Override
    public void placeGoodTillCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        trades(place(buy, price, quantity, TimeInForce.GTC));
    }

    @Override
    public void placeImmediateOrCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        CommandOutcome outcome = place(buy, price, quantity, TimeInForce.IOC);
        trades(outcome);
        if (outcome.orders().get(0).status() == OrderStatus.EXPIRED) {
            reports.cancelled(buy, id, price);
        }
    }

    @Override
    public boolean looksAhead() {
        return engine.looksAhead();
    }

    @Override
    public void expect(long[] ids, int count) {
        engine.expect(ids, count);
    }

    private CommandOutcome place(boolean buy, long price, long quantity, TimeInForce timeInForce) {
        order.kind(buy ? Side.BUY : Side.SELL, OrderType.LIMIT, timeInForce, SelfTradePrevention.NONE, false);
        order.price = price;
        order.quantity = quantity;
        return engine.place(++offset, offset, order);
    }

    @Override
    public void cancel(long id) {
        CommandOutcome outcome = engine.cancel(++offset, offset, account, id);
        if (outcome.reject() == RejectCode.NONE) {
            OrderReport ended = outcome.orders().get(0);
            reports.cancelled(ended.side() == Side.BUY, id, ended.price());
        } else {
            reports.cancelRejected(id);
        }
    }

    @Override
    public void modify(long id, long price, long quantity) {
        amended(engine.amend(++offset, offset, account, id, price, engine.executedQuantity(id) + quantity), id, price, quantity);
    }

    @Override
    public void move(long id, long price, long quantity) {
        amended(engine.amend(++offset, offset, account, id, price, 0), id, price, quantity);
    }

    private void amended(CommandOutcome outcome, long id, long price, long quantity) {
        if (outcome.reject() == RejectCode.NONE) {
            trades(outcome);
            reports.modified(outcome.orders().get(0).side() == Side.BUY, id, price, quantity);
        } else {
            reports.modifyRejected(id);
        }
    }

    private void trades(CommandOutcome outcome) {
        Trades trades = outcome.trades();
        for (int i = 0; i < trades.size(); i++) {
            reports.trade(trades.price(i), trades.quantity(i), trades.makerOrderId(i), trades.takerOrderId(i));
        }
    }
}
