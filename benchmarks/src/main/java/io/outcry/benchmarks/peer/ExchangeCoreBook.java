// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.peer;

import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.IOrder;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import io.outcry.benchmarks.workload.BookUnderTest;
import io.outcry.benchmarks.workload.ReportLog;
import java.util.Map;

/**
 * exchange-core 0.5.3, its book alone: {@code OrderBookDirectImpl} called directly with one command object, without disruptor, risk engine
 * or journal, and with the object pools of its own matching engine. A modify is its cancel and a new order, since its move keeps the
 * quantity; a move is its move.
 */
public final class ExchangeCoreBook implements BookUnderTest {

    private static final long OWNER = 1;
    private static final CoreSymbolSpecification SYMBOL = CoreSymbolSpecification.builder()
            .symbolId(1)
            .type(SymbolType.FUTURES_CONTRACT)
            .baseScaleK(1)
            .quoteScaleK(1)
            .build();

    private final OrderBookDirectImpl book;
    private final OrderCommand command = new OrderCommand();
    private final ReportLog reports;

    /** Of no meaning; that it is written keeps the compiler from leaving a reading out. */
    private long seen;

    private ExchangeCoreBook(ObjectsPool pool, ReportLog reports) {
        this.book = new OrderBookDirectImpl(SYMBOL, pool, OrderBookEventsHelper.NON_POOLED_EVENTS_HELPER, LoggingConfiguration.DEFAULT);
        this.reports = reports;
        command.uid = OWNER;
    }

    /** Opens books that share the pools, as those of one matching engine do. */
    public static Factory factory() {
        ObjectsPool pool = new ObjectsPool(Map.of(
                ObjectsPool.DIRECT_ORDER, 1024 * 1024,
                ObjectsPool.DIRECT_BUCKET, 1024 * 64,
                ObjectsPool.ART_NODE_4, 1024 * 32,
                ObjectsPool.ART_NODE_16, 1024 * 16,
                ObjectsPool.ART_NODE_48, 1024 * 8,
                ObjectsPool.ART_NODE_256, 1024 * 4));
        return reports -> new ExchangeCoreBook(pool, reports);
    }

    @Override
    public void placeGoodTillCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        place(OrderType.GTC, buy ? OrderAction.BID : OrderAction.ASK, id, price, quantity);
        reportTrades(id);
    }

    @Override
    public void placeImmediateOrCancel(boolean buy, long id, long price, long quantity) {
        reports.accepted(buy, id, price, quantity);
        place(OrderType.IOC, buy ? OrderAction.BID : OrderAction.ASK, id, price, quantity);
        if (reportTrades(id)) {
            reports.cancelled(buy, id, price);
        }
    }

    @Override
    public void cancel(long id) {
        if (remove(id)) {
            reports.cancelled(command.action == OrderAction.BID, id, command.matcherEvent.price);
        } else {
            reports.cancelRejected(id);
        }
    }

    @Override
    public void modify(long id, long price, long quantity) {
        if (!remove(id)) {
            reports.modifyRejected(id);
            return;
        }
        OrderAction action = command.action;
        place(OrderType.GTC, action, id, price, quantity);
        reportTrades(id);
        reports.modified(action == OrderAction.BID, id, price, quantity);
    }

    @Override
    public void move(long id, long price, long quantity) {
        command.command = OrderCommandType.MOVE_ORDER;
        command.orderId = id;
        command.price = price;
        command.matcherEvent = null;
        if (book.moveOrder(command) != CommandResultCode.SUCCESS) {
            reports.modifyRejected(id);
            return;
        }
        reportTrades(id);
        reports.modified(command.action == OrderAction.BID, id, price, quantity);
    }

    @Override
    public boolean looksAhead() {
        return true;
    }

    @Override
    public void expect(long[] ids, int count) {
        long sum = seen;
        for (int i = 0; i < count; i++) {
            IOrder order = book.getOrderById(ids[i]);
            sum += order == null ? 0 : order.getPrice();
        }
        seen = sum;
    }

    private void place(OrderType type, OrderAction action, long id, long price, long quantity) {
        command.command = OrderCommandType.PLACE_ORDER;
        command.orderType = type;
        command.action = action;
        command.orderId = id;
        command.price = price;
        command.size = quantity;
        command.matcherEvent = null;
        book.newOrder(command);
    }

    private boolean remove(long id) {
        command.command = OrderCommandType.CANCEL_ORDER;
        command.orderId = id;
        command.matcherEvent = null;
        return book.cancelOrder(command) == CommandResultCode.SUCCESS;
    }

    /** Whether a part of the order was rejected; that event comes first in the chain. */
    private boolean reportTrades(long taker) {
        boolean rejected = false;
        for (MatcherTradeEvent event = command.matcherEvent; event != null; event = event.nextEvent) {
            if (event.eventType == MatcherEventType.TRADE) {
                reports.trade(event.price, event.size, event.matchedOrderId, taker);
            } else {
                rejected = true;
            }
        }
        return rejected;
    }
}
