// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.LevelKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of many records of one partition, folded: of what replaces each other only the last is kept and made, and an order that came
 * and went within the batch never enters the sorted sets. Not safe for threads.
 */
public final class ViewBatch {

    /** An entry of {@link #values} that says: gone. */
    private static final byte[] GONE = {};

    private static final String GROW = "~GROW";

    /** About how long an order, an element of a list, a value of a hash and a level are with their keys. */
    private static final int ORDER_BYTES = 450;
    private static final int ELEMENT_BYTES = 100;
    private static final int FIELD_BYTES = 250;
    private static final int LEVEL_BYTES = 100;
    private static final int KEY_BYTES = 40;

    private static final byte[] LAST = CommandSink.text("-1");
    private static final byte[] NO_SCORE = CommandSink.text("0");

    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private final Map<String, ChangedOrder> orders = new LinkedHashMap<>();
    private final Map<String, PushedList> lists = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> ranks = new LinkedHashMap<>();
    private final Map<String, List<String>> unranks = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> members = new HashMap<>();
    private final Map<String, Map<String, ViewChange.Late>> fields = new LinkedHashMap<>();
    private final Map<String, ChangedLevels> levels = new LinkedHashMap<>();
    private int records;
    private int changes;
    private long bytes;
    private @Nullable PlainCommands made;

    private static final class PushedList {
        private final int limit;
        private final List<ViewChange.Late> elements = new ArrayList<>();
        private ViewChange.@Nullable Late replaced;

        private PushedList(int limit) {
            this.limit = limit;
        }
    }

    private record ChangedLevels(String quantities, Map<Long, ViewChange.Late> byPrice, Map<Long, Boolean> gone) {}

    /** The batch is the first of its partition, which says with it what it is made of. */
    public void begin(String key, String origin) {
        values.put(key, CommandSink.text(origin));
    }

    /** Adds what one record changes. */
    public void add(List<ViewChange> ofRecord) {
        records++;
        changes += ofRecord.size();
        for (ViewChange change : ofRecord) {
            add(change);
        }
    }

    /** Records that were added. */
    public int records() {
        return records;
    }

    /** Changes that were added, whatever folding left of them. */
    public int changes() {
        return changes;
    }

    /** About how many bytes were added. */
    public long bytes() {
        return bytes;
    }

    private void add(ViewChange change) {
        switch (change) {
            case ViewChange.Set set -> {
                bytes += set.value().length + KEY_BYTES;
                values.put(set.key(), set.value());
            }
            case ViewChange.Order order -> {
                bytes += ORDER_BYTES;
                order(order.key(), order.fills()).becomes(order);
            }
            case ViewChange.Fill fill -> {
                bytes += fill.json().length();
                order(fill.order(), fill.fills()).filled(fill);
            }
            case ViewChange.Delete delete -> values.put(delete.key(), GONE);
            case ViewChange.Push push -> push(push);
            case ViewChange.ReplaceLast replace -> replace(replace);
            case ViewChange.Rank rank -> {
                bytes += KEY_BYTES;
                ranks.computeIfAbsent(rank.key(), _ -> new LinkedHashMap<>()).put(rank.member(), rank.score());
            }
            case ViewChange.Unrank unrank -> unrank(unrank);
            case ViewChange.Add add -> members.computeIfAbsent(add.key(), _ -> new LinkedHashMap<>()).put(add.member(), add.member());
            case ViewChange.Field field -> {
                bytes += FIELD_BYTES;
                fields.computeIfAbsent(field.key(), _ -> new LinkedHashMap<>()).put(field.field(), field.value());
            }
            case ViewChange.Level level -> level(level);
        }
    }

    private ChangedOrder order(String key, String fills) {
        return orders.computeIfAbsent(key, _ -> new ChangedOrder(fills));
    }

    private void push(ViewChange.Push push) {
        bytes += ELEMENT_BYTES;
        PushedList list = lists.computeIfAbsent(push.key(), _ -> new PushedList(push.limit()));
        list.elements.add(push.element());
        if (list.elements.size() > 2L * push.limit()) {
            list.elements.subList(0, list.elements.size() - push.limit()).clear();
        }
    }

    private void replace(ViewChange.ReplaceLast replace) {
        PushedList list = lists.computeIfAbsent(replace.key(), _ -> new PushedList(replace.limit()));
        if (list.elements.isEmpty()) {
            list.replaced = replace.element();
        } else {
            list.elements.set(list.elements.size() - 1, replace.element());
        }
    }

    private void unrank(ViewChange.Unrank unrank) {
        Map<String, Long> ranked = ranks.get(unrank.key());
        if (ranked == null || ranked.remove(unrank.member()) == null) {
            unranks.computeIfAbsent(unrank.key(), _ -> new ArrayList<>()).add(unrank.member());
        }
    }

    private void level(ViewChange.Level level) {
        bytes += LEVEL_BYTES;
        ChangedLevels changed = levels.computeIfAbsent(
                level.names(), _ -> new ChangedLevels(level.quantities(), new LinkedHashMap<>(), new LinkedHashMap<>()));
        if (level.json() == null) {
            changed.byPrice().remove(level.price());
            changed.gone().put(level.price(), true);
        } else {
            changed.gone().remove(level.price());
            changed.byPrice().put(level.price(), level.json());
        }
    }

    /** True for a command that only the script understands, and Redis does not. */
    static boolean isForScript(String command) {
        return command.charAt(0) == '~';
    }

    /**
     * Makes the commands that apply the batch in bulk, which takes a while; nothing may be added any more. {@link #plain} makes them if nobody
     * has.
     */
    public void make() {
        plain();
    }

    /** The commands that apply the batch in bulk. */
    PlainCommands plain() {
        PlainCommands known = made;
        if (known == null) {
            known = new PlainCommands(bytes);
            writeTo(known);
            made = known;
        }
        return known;
    }

    /** Writes the commands that apply the batch. */
    void writeTo(CommandSink out) {
        writeValues(out);
        lists.forEach((key, list) -> write(key, list, out));
        ranks.forEach((key, ranked) -> {
            out.begin("ZADD", key, 2 * ranked.size());
            ranked.forEach((member, score) -> {
                out.add(score.toString());
                out.add(member);
            });
        });
        unranks.forEach((key, unranked) -> {
            out.begin("ZREM", key, unranked.size());
            unranked.forEach(out::add);
        });
        members.forEach((key, added) -> {
            out.begin("SADD", key, added.size());
            added.keySet().forEach(out::add);
        });
        orders.values().forEach(order -> {
            if (order.grows()) {
                out.one(GROW, CommandSink.text(order.fills()), order.more(), CommandSink.text(Long.toString(order.limit())));
            }
        });
        fields.forEach((key, changed) -> {
            out.begin("HSET", key, 2 * changed.size());
            changed.forEach((field, value) -> {
                out.add(field);
                out.add(value.bytes());
            });
        });
        levels.forEach((names, changed) -> write(names, changed, out));
    }

    private void writeValues(CommandSink out) {
        int set = 0;
        for (byte[] value : values.values()) {
            set += value == GONE ? 0 : 1;
        }
        for (ChangedOrder order : orders.values()) {
            set += order.values();
        }
        out.begin("MSET", null, 2 * set);
        values.forEach((key, value) -> {
            if (value != GONE) {
                out.add(key);
                out.add(value);
            }
        });
        orders.forEach((key, order) -> order.writeTo(key, out));
        values.forEach((key, value) -> {
            if (value == GONE) {
                out.one("DEL", CommandSink.text(key));
            }
        });
    }

    private static void write(String key, PushedList list, CommandSink out) {
        ViewChange.Late replaced = list.replaced;
        if (replaced != null) {
            out.one("LSET", CommandSink.text(key), LAST, replaced.bytes());
        }
        out.begin("RPUSH", key, list.elements.size());
        list.elements.forEach(element -> out.add(element.bytes()));
        if (!list.elements.isEmpty() && list.limit < Integer.MAX_VALUE) {
            out.one("LTRIM", CommandSink.text(key), CommandSink.text("-" + list.limit), LAST);
        }
    }

    private static void write(String names, ChangedLevels changed, CommandSink out) {
        List<byte[]> there = changed.byPrice().keySet().stream().map(price -> CommandSink.text(LevelKey.of(price))).toList();
        List<byte[]> gone = changed.gone().keySet().stream().map(price -> CommandSink.text(LevelKey.of(price))).toList();
        out.begin("ZADD", names, 2 * there.size());
        there.forEach(name -> {
            out.add(NO_SCORE);
            out.add(name);
        });
        out.begin("HSET", changed.quantities(), 2 * there.size());
        int at = 0;
        for (ViewChange.Late json : changed.byPrice().values()) {
            out.add(there.get(at++));
            out.add(json.bytes());
        }
        out.begin("ZREM", names, gone.size());
        gone.forEach(out::add);
        out.begin("HDEL", changed.quantities(), gone.size());
        gone.forEach(out::add);
    }
}
