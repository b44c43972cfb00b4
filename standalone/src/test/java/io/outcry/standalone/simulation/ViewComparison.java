// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.LevelKey;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.view.StoredCandle;
import io.outcry.query.view.StoredHolding;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One partition of the view beside what it must be. */
final class ViewComparison {

    private static final int PRICE_SCALE = 2;
    private static final int QUANTITY_SCALE = 3;

    private final Keyspace view;
    private final ViewKeys keys;
    private final ViewModel model;

    ViewComparison(Keyspace view, ViewKeys keys, ViewModel model) {
        this.view = view;
        this.keys = keys;
        this.model = model;
    }

    /** What the newest outcomes have changed. */
    void ofTouched() {
        model.touchedOrders.forEach(this::order);
        model.touchedMarkets.forEach(this::market);
    }

    /** Everything, and that there is nothing else. */
    void ofAll() {
        model.orders.keySet().forEach(this::order);
        model.repeats.keySet().forEach(this::order);
        model.markets.keySet().forEach(this::market);
        Set<Long> held = new HashSet<>();
        String prefix = keys.prefix() + "o:";
        view.keys().stream().filter(key -> key.startsWith(prefix)).forEach(key -> held.add(Long.parseLong(key.substring(prefix.length()))));
        Set<Long> known = new HashSet<>(model.orders.keySet());
        known.addAll(model.repeats.keySet());
        Violation.unless(held.equals(known), 7, "the view holds orders that are not in the log, or not yet");
        lists();
        List<Long> closed = view.list(keys.closedOrders()).stream().map(entry -> Long.parseLong(text(entry).split(":", 3)[1])).toList();
        Violation.unless(closed.equals(model.closed), 7, "closed orders of %s are %s and not %s", keys.prefix(), closed, model.closed);
    }

    private void order(long id) {
        String repeat = model.repeats.get(id);
        if (repeat != null) {
            Violation.unless(repeat.equals(view.text(keys.order(id))), 7, "%s is a repeat of %s, and not %s", id, repeat,
                    view.text(keys.order(id)));
            return;
        }
        ViewModel.Order order = model.orders.get(id);
        StoredOrder expected = StoredOrder.of(order.value, order.fills.toString());
        String value = view.text(keys.order(id));
        // Fills may stand with the order or by themselves: what a reader makes of both counts.
        StoredOrder held = value == null ? null : StoredOrder.of(value, view.text(keys.fills(id)));
        Violation.unless(expected.equals(held), 7, "order %s is\n%s\nand not\n%s", id, held, expected);
    }

    /** Which orders an account has, in the order of their placement, and which of them are open. */
    private void lists() {
        Map<String, Set<Long>> all = new HashMap<>();
        Map<String, Set<Long>> open = new HashMap<>();
        model.orders.forEach((id, order) -> {
            if (!order.listed) {
                return;
            }
            for (String key : keys.orderLists(order.account, order.symbol)) {
                all.computeIfAbsent(key, _ -> new HashSet<>()).add(id);
            }
            for (String key : keys.openOrderLists(order.account, order.symbol)) {
                Set<Long> opened = open.computeIfAbsent(key, _ -> new HashSet<>());
                if (order.open) {
                    opened.add(id);
                }
            }
        });
        all.forEach((key, ids) -> {
            List<String> places = view.list(key).stream().map(ViewComparison::text).toList();
            Violation.unless(places.stream().sorted().toList().equals(places), 7, "%s is not in order", key);
            List<Long> held = places.stream().map(place -> OrderCursor.ofPlace(place).orderId()).toList();
            Violation.unless(held.size() == ids.size() && ids.containsAll(held), 7, "%s lists %s and not %s", key, held, ids);
        });
        open.forEach((key, ids) -> {
            List<Long> held = view.ascending(key).stream().map(entry -> Long.parseLong(entry.getKey())).toList();
            Violation.unless(held.size() == ids.size() && ids.containsAll(held), 7, "%s lists %s and not %s", key, held, ids);
        });
    }

    private void market(String symbol) {
        ViewModel.Market market = model.markets.get(symbol);
        side(Side.SIDE_BUY, symbol, market.bids);
        side(Side.SIDE_SELL, symbol, market.asks);
        List<String> trades = view.list(keys.trades(symbol)).stream().map(ViewScripts::tradeId).toList();
        Violation.unless(trades.equals(market.trades), 7, "trades of %s are\n%s\nand not\n%s", symbol, trades, market.trades);
        market.holdings.forEach((account, quantity) -> {
            byte[] stored = view.hash(keys.holdings(account)).get(symbol);
            Violation.unless(
                    stored != null && StoredHolding.parse(text(stored)).holding().quantity().longValueExact() == quantity, 7,
                    "%s holds %s of %s: %s", account, quantity, symbol, stored == null ? "" : text(stored));
        });
        for (CandleInterval interval : CandleInterval.ALL) {
            long volume = 0;
            long count = 0;
            for (byte[] json : view.list(keys.candles(symbol, interval))) {
                var candle = StoredCandle.parse(text(json), PRICE_SCALE, QUANTITY_SCALE);
                volume += candle.volume().longValueExact();
                count += candle.trades();
            }
            Violation.unless(
                    volume == market.volume && count == market.trades.size(), 7, "%s candles of %s have %s in %s trades and not %s in %s",
                    interval, symbol, volume, count, market.volume, market.trades.size());
        }
    }

    private void side(Side side, String symbol, TreeMap<Long, String> levels) {
        Map<String, String> expected = new TreeMap<>();
        levels.forEach((price, json) -> expected.put(LevelKey.of(price), json));
        Map<String, String> held = new TreeMap<>();
        view.hash(keys.levelQuantities(side, symbol)).forEach((name, json) -> held.put(name, text(json)));
        Violation.unless(expected.equals(held), 7, "%s of %s are\n%s\nand not\n%s", side, symbol, held, expected);
        List<String> names = view.ascending(keys.levels(side, symbol)).stream().map(Map.Entry::getKey).toList();
        Violation.unless(names.equals(List.copyOf(expected.keySet())), 7, "names of the levels of %s", symbol);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
