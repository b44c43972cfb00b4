// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.LevelKey;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** After each change of Redis: what it holds is a fold of the outcome log up to the position it says. Invariant 7. */
final class ViewJudge {

    /** Every so many changes all keys are looked at, and not only those that the newest outcomes touch. */
    private static final int WHOLE = 16;

    private final LogJudge log;
    private final List<Followed> partitions = new ArrayList<>();
    private int looks;

    private static final class Followed {

        private final int number;
        private final ViewKeys keys;
        private ViewModel model;
        private long next;

        Followed(int number) {
            this.number = number;
            keys = new ViewKeys(new ViewPartition(ViewLog.ORDERS, number));
            model = new ViewModel(number);
        }
    }

    ViewJudge(LogJudge log, int partitions) {
        this.log = log;
        for (int number = 0; number < partitions; number++) {
            this.partitions.add(new Followed(number));
        }
    }

    /** Redis has changed. */
    void changed(Keyspace view) {
        boolean whole = ++looks % WHOLE == 0;
        partitions.forEach(partition -> look(partition, view, whole));
    }

    /** Looks at everything. */
    void whole(Keyspace view) {
        partitions.forEach(partition -> look(partition, view, true));
    }

    private void look(Followed partition, Keyspace view, boolean asked) {
        String stored = view.text(partition.keys.position());
        ViewPosition position = stored == null ? ViewPosition.EMPTY : ViewPosition.parse(stored);
        Violation.unless(position.lost() == 0 && position.skipped() == 0, 7, "%s outcomes were passed over", position);
        boolean whole = asked;
        if (position.next() < partition.next) {
            partition.model = new ViewModel(partition.number);
            partition.next = 0;
            whole = true;
        }
        if (position.next() == partition.next && !whole) {
            return;
        }
        while (partition.next < position.next()) {
            int input = log.input(partition.number, partition.next++);
            partition.model.apply(log.expected(partition.number, input));
        }
        Violation.unless(
                position.inputOffset() == partition.model.inputOffset(), 7, "partition %s says %s, the outcomes before it end with %s",
                partition.number, position, partition.model.inputOffset());
        compare(partition, view, whole);
        partition.model.touchedOrders.clear();
        partition.model.touchedMarkets.clear();
    }

    private static void compare(Followed partition, Keyspace view, boolean whole) {
        ViewModel model = partition.model;
        ViewKeys keys = partition.keys;
        for (long id : whole ? model.orders.keySet() : model.touchedOrders) {
            String held = view.text(keys.order(id));
            Violation.unless(model.orders.get(id).equals(held), 7, "order %s is\n%s\nand not\n%s", id, held, model.orders.get(id));
            Set<String> fills = model.fills.getOrDefault(id, Set.of());
            Violation.unless(fills.equals(new TreeSet<>(view.hash(keys.fills(id)).keySet())), 7, "fills of order %s", id);
        }
        for (String symbol : whole ? model.markets.keySet() : model.touchedMarkets) {
            ViewModel.Market market = model.markets.get(symbol);
            side(view, keys, Side.SIDE_BUY, symbol, market.bids);
            side(view, keys, Side.SIDE_SELL, symbol, market.asks);
            Violation.unless(market.trades.equals(view.stream(keys.trades(symbol)).keySet()), 7, "trades of %s", symbol);
        }
        if (whole) {
            model.open.forEach((account, orders) -> open(view, keys, account, orders));
            Set<Long> held = new HashSet<>();
            String prefix = keys.prefix() + "o:";
            view.keys().stream().filter(key -> key.startsWith(prefix))
                    .forEach(key -> held.add(Long.parseLong(key.substring(prefix.length()))));
            Violation.unless(held.equals(model.orders.keySet()), 7, "the view holds orders that are not in the log, or not yet");
        }
    }

    private static void side(Keyspace view, ViewKeys keys, Side side, String symbol, TreeMap<Long, String> levels) {
        Map<String, String> expected = new TreeMap<>();
        levels.forEach((price, json) -> expected.put(LevelKey.of(price), json));
        Map<String, String> held = new TreeMap<>();
        view.hash(keys.levelQuantities(side, symbol)).forEach((name, json) -> held.put(name, new String(json, StandardCharsets.UTF_8)));
        Violation.unless(expected.equals(held), 7, "%s of %s are\n%s\nand not\n%s", side, symbol, held, expected);
        List<String> names = view.ascending(keys.levels(side, symbol)).stream().map(Map.Entry::getKey).toList();
        Violation.unless(names.equals(List.copyOf(expected.keySet())), 7, "names of the levels of %s", symbol);
    }

    private static void open(Keyspace view, ViewKeys keys, String account, Set<Long> orders) {
        Set<Long> held = new HashSet<>();
        view.ascending(keys.openOrders(account)).forEach(entry -> held.add(Long.parseLong(entry.getKey())));
        Violation.unless(held.equals(orders), 7, "open orders of %s", account);
    }

    /** Whether the view holds all of the outcome log. */
    boolean isComplete(Keyspace view, SimKafka kafka) {
        return partitions.stream().allMatch(partition -> {
            String stored = view.text(partition.keys.position());
            ViewPosition position = stored == null ? ViewPosition.EMPTY : ViewPosition.parse(stored);
            return position.inputOffset() == log.commands(partition.number) - 1
                    && position.next() == kafka.end(new ViewPartition(ViewLog.ORDERS, partition.number).topicPartition());
        });
    }
}
