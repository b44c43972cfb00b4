// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.lettuce.core.KeyValue;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.LevelKey;
import io.outcry.query.view.StoredHolding;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Compares what Redis holds of a partition of orders with a plain fold of its outcomes, in both directions. */
final class PartitionComparison {

    /** So many are asked for at a time, since each question waits for its answer. */
    private static final int AT_ONCE = 500;

    private final RedisClusterCommands<String, String> redis;
    private final ViewKeys keys;
    private final Limits limits;
    private final Differences differences;

    /**
     * What the projection keeps, which the log does not say.
     *
     * @param forgottenMillis orders closed before it may be gone
     */
    record Limits(long forgottenMillis, int ordersKept, int tradesKept, int candlesKept, int fillsKept) {}

    PartitionComparison(RedisClusterCommands<String, String> redis, ViewKeys keys, Limits limits, Differences differences) {
        this.redis = redis;
        this.keys = keys;
        this.limits = limits;
        this.differences = differences;
    }

    void compare(PlainOrders orders, PlainMarket.All market, PlainHoldings holdings) {
        compareOrders(orders);
        compareLists(orders);
        Set<String> symbols = new HashSet<>();
        market.bySymbol().forEach((symbol, of) -> {
            compareMarket(symbol, of);
            if (!of.instrument.isEmpty()) {
                symbols.add(symbol);
            }
        });
        differences.compare(keys.symbols(), symbols, redis.smembers(keys.symbols()));
        holdings.byAccount().forEach(this::compareHoldings);
    }

    private boolean mayBeForgotten(PlainOrders.PlainOrder order) {
        return order.closedMillis >= 0 && order.closedMillis < limits.forgottenMillis();
    }

    private void compareOrders(PlainOrders orders) {
        withTexts(orders.all().entrySet(), order -> Stream.of(keys.order(order.getKey()), keys.fills(order.getKey())),
                (order, texts) -> compareOrder(order.getKey(), order.getValue(), texts));
        withTexts(orders.repeats().entrySet(), repeat -> Stream.of(keys.order(repeat.getKey())), (entry, texts) -> {
            String key = keys.order(entry.getKey());
            PlainOrders.Repeat repeat = entry.getValue();
            String stored = texts.get(key);
            differences.expect(key);
            if (stored != null || repeat.millis() >= limits.forgottenMillis()) {
                String expected = new String(StoredOrder.repeat(repeat.account(), repeat.first()), StandardCharsets.UTF_8);
                differences.compare(key, expected, stored);
            }
        });
        withTexts(orders.names().entrySet(), name -> Stream.of(key(name.getKey())), (name, texts) -> {
            String key = key(name.getKey());
            String stored = texts.get(key);
            differences.expect(key);
            PlainOrders.PlainOrder order = orders.all().get(name.getValue());
            if (stored != null || order == null || !mayBeForgotten(order)) {
                differences.compare(key, String.valueOf(name.getValue()), stored);
            }
        });
        differences.expect(keys.closedOrders());
    }

    private void compareOrder(long id, PlainOrders.PlainOrder order, Map<String, String> texts) {
        String stored = texts.get(keys.order(id));
        differences.expect(keys.order(id));
        differences.expect(keys.fills(id));
        if (stored == null && mayBeForgotten(order)) {
            return;
        }
        if (stored == null || stored.indexOf(StoredOrder.SEPARATOR) < 0) {
            differences.differs(keys.order(id), stored == null ? "is not there" : "is no order: " + stored);
            return;
        }
        StoredOrder found = StoredOrder.of(stored, texts.get(keys.fills(id)));
        differences.compare(keys.order(id), order.account + StoredOrder.SEPARATOR + order.json,
                found.account() + StoredOrder.SEPARATOR + found.openJson());
        String all = String.join("", order.fills);
        boolean first = !found.fills().isEmpty() && order.fills.size() > limits.fillsKept() / 2 && all.startsWith(found.fills());
        if (!all.equals(found.fills()) && !first) {
            differences.differs(keys.fills(id), "the log says " + all + ", Redis says " + found.fills());
        }
    }

    /** @param name an account and what it calls an order */
    private String key(String name) {
        int colon = name.indexOf(':');
        return keys.clientOrderId(name.substring(0, colon), name.substring(colon + 1));
    }

    /** Gives each of them to {@code compare} with the texts that Redis holds under its keys. */
    private <T> void withTexts(Iterable<T> all, Function<T, Stream<String>> keysOf, BiConsumer<T, Map<String, String>> compare) {
        Iterator<T> rest = all.iterator();
        while (rest.hasNext()) {
            List<T> some = new ArrayList<>(AT_ONCE);
            while (some.size() < AT_ONCE && rest.hasNext()) {
                some.add(rest.next());
            }
            Map<String, String> texts = new HashMap<>();
            List<String> others = new ArrayList<>();
            for (KeyValue<String, String> text : redis.mget(some.stream().flatMap(keysOf).toArray(String[]::new))) {
                text.ifHasValueOrElse(value -> texts.put(text.getKey(), value), () -> others.add(text.getKey()));
            }
            if (!others.isEmpty() && redis.exists(others.toArray(String[]::new)) > 0) {
                others.stream().filter(key -> redis.exists(key) > 0).forEach(key -> differences.differs(key, "is no text"));
            }
            some.forEach(one -> compare.accept(one, texts));
        }
    }

    private void compareLists(PlainOrders orders) {
        Map<String, List<String>> all = new HashMap<>();
        Map<String, Map<String, Double>> open = new HashMap<>();
        orders.all().values().stream().filter(order -> order.listed).forEach(order -> {
            for (String key : keys.orderLists(order.account, order.symbol)) {
                all.computeIfAbsent(key, _ -> new ArrayList<>()).add(order.place.place());
            }
            for (String key : keys.openOrderLists(order.account, order.symbol)) {
                Map<String, Double> members = open.computeIfAbsent(key, _ -> new TreeMap<>());
                if (order.closedMillis < 0) {
                    members.put(order.place.member(), (double) order.place.placedMicros());
                }
            }
        });
        all.forEach((key, places) -> compareNewest(key, places, limits.ordersKept()));
        open.forEach((key, members) -> {
            Map<String, Double> stored = new TreeMap<>();
            redis.zrangeWithScores(key, 0, -1).forEach(member -> stored.put(member.getValue(), member.getScore()));
            differences.compare(key, members, stored);
        });
    }

    /** Redis has the newest of them: all, or as many as it keeps. */
    private void compareNewest(String key, List<String> expected, int kept) {
        differences.compare(key, expected.subList(Math.max(0, expected.size() - kept), expected.size()), redis.lrange(key, 0, -1));
    }

    private void compareMarket(String symbol, PlainMarket of) {
        compareText(keys.instrument(symbol), of.instrument);
        compareText(keys.bookState(symbol), of.state);
        compareText(keys.auction(symbol), of.auction);
        compareSide(Side.SIDE_BUY, symbol, of.bids);
        compareSide(Side.SIDE_SELL, symbol, of.asks);
        compareNewest(keys.trades(symbol), of.trades, limits.tradesKept());
        for (CandleInterval interval : CandleInterval.ALL) {
            compareNewest(keys.candles(symbol, interval), of.candles(interval.millis()), limits.candlesKept());
        }
    }

    private void compareText(String key, String expected) {
        differences.compare(key, expected.isEmpty() ? null : expected, redis.get(key));
    }

    private void compareSide(Side side, String symbol, Map<Long, String> levels) {
        Map<String, String> byName = new HashMap<>();
        levels.forEach((price, json) -> byName.put(LevelKey.of(price), json));
        differences.compare(keys.levelQuantities(side, symbol), byName, redis.hgetall(keys.levelQuantities(side, symbol)));
        differences.compare(keys.levels(side, symbol), byName.keySet(), Set.copyOf(redis.zrange(keys.levels(side, symbol), 0, -1)));
    }

    private void compareHoldings(String account, Map<String, PlainHoldings.Sums> bySymbol) {
        String key = keys.holdings(account);
        Map<String, String> stored = redis.hgetall(key);
        differences.compare(key, bySymbol.keySet(), stored.keySet());
        bySymbol.forEach((symbol, sums) -> {
            String text = stored.get(symbol);
            if (text != null && !agrees(sums, text)) {
                differences.differs(key, symbol + ": the log says " + sums + ", Redis says " + text);
            }
        });
    }

    private static boolean agrees(PlainHoldings.Sums sums, String stored) {
        try {
            return sums.agreesWith(StoredHolding.parse(stored).holding());
        } catch (IllegalArgumentException e) {
            // Redis may hold anything.
            return false;
        }
    }
}
