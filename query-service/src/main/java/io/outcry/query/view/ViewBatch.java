// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of many records of one partition, folded: of what replaces each other only the last is kept, and an order that came and went
 * within the batch never enters the sorted sets. One script call applies it. Not safe for threads.
 */
public final class ViewBatch {

    /** An entry of {@link #values} or {@link #levels} that says: gone. */
    private static final byte[] GONE = {};

    private static final String GROW = "~GROW";

    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private final Set<String> created = new HashSet<>();
    private final Map<String, PushedList> lists = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> ranks = new LinkedHashMap<>();
    private final Map<String, List<String>> unranks = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> members = new HashMap<>();
    private final Map<String, GrownText> texts = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> fields = new LinkedHashMap<>();
    private final Map<String, ChangedLevels> levels = new LinkedHashMap<>();
    private int records;
    private int changes;
    private long bytes;

    private static final class PushedList {
        private final int limit;
        private final List<byte[]> elements = new ArrayList<>();
        private byte @Nullable [] replaced;

        private PushedList(int limit) {
            this.limit = limit;
        }
    }

    private static final class GrownText {
        private final StringBuilder more = new StringBuilder();
        private final String owner;
        private final long limit;

        private GrownText(String owner, long limit) {
            this.owner = owner;
            this.limit = limit;
        }

        private void grow(String text) {
            if (more.length() < limit) {
                more.append(text);
            }
        }
    }

    private record ChangedLevels(String quantities, Map<String, String> byName) {}

    /** Adds what one record changes. */
    public void add(List<ViewChange> ofRecord) {
        records++;
        changes += ofRecord.size();
        ofRecord.forEach(this::add);
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
                bytes += set.value().length;
                values.put(set.key(), set.value());
            }
            case ViewChange.Create create -> {
                bytes += create.value().length;
                values.put(create.key(), create.value());
                created.add(create.key());
            }
            case ViewChange.Delete delete -> values.put(delete.key(), GONE);
            case ViewChange.Push push -> push(push);
            case ViewChange.ReplaceLast replace -> replace(replace);
            case ViewChange.Rank rank -> {
                bytes += rank.member().length();
                ranks.computeIfAbsent(rank.key(), _ -> new LinkedHashMap<>()).put(rank.member(), rank.score());
            }
            case ViewChange.Unrank unrank -> unrank(unrank);
            case ViewChange.Add add -> members.computeIfAbsent(add.key(), _ -> new LinkedHashMap<>()).put(add.member(), add.member());
            case ViewChange.Append append -> {
                bytes += append.more().length();
                texts.computeIfAbsent(append.key(), _ -> new GrownText(append.owner(), append.limit())).grow(append.more());
            }
            case ViewChange.Field field -> {
                bytes += field.value().length();
                fields.computeIfAbsent(field.key(), _ -> new LinkedHashMap<>()).put(field.field(), field.value());
            }
            case ViewChange.Level level -> {
                bytes += level.json().length();
                levels.computeIfAbsent(level.names(), _ -> new ChangedLevels(level.quantities(), new LinkedHashMap<>()))
                        .byName().put(level.name(), level.json());
            }
        }
    }

    private void push(ViewChange.Push push) {
        bytes += push.element().length;
        PushedList list = lists.computeIfAbsent(push.key(), _ -> new PushedList(push.limit()));
        list.elements.add(push.element());
        if (list.elements.size() > 2L * push.limit()) {
            list.elements.subList(0, list.elements.size() - push.limit()).clear();
        }
    }

    private void replace(ViewChange.ReplaceLast replace) {
        bytes += replace.element().length;
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

    /** True for a command that only the script understands, and Redis does not. */
    static boolean isForScript(byte[] command) {
        return command[0] == '~';
    }

    /** What the script gets after its header: each command as the number of its parts and the parts. */
    List<byte[]> commands() {
        CommandList out = new CommandList(2 * changes + 16);
        List<byte[]> gone = new ArrayList<>();
        List<byte[]> set = new ArrayList<>(2 * values.size());
        values.forEach((key, value) -> {
            byte[] name = CommandList.text(key);
            if (value == GONE) {
                gone.add(name);
            } else {
                set.add(name);
                set.add(value);
            }
        });
        texts.forEach((key, text) -> {
            if (created.contains(text.owner)) {
                set.add(CommandList.text(key));
                set.add(CommandList.text(text.more.toString()));
            }
        });
        out.add("MSET", set);
        out.add("DEL", gone);
        lists.forEach((key, list) -> {
            if (list.replaced != null) {
                out.add("LSET", List.of(CommandList.text(key), CommandList.text("-1"), list.replaced));
            }
            out.add("RPUSH", key, list.elements);
            if (!list.elements.isEmpty() && list.limit < Integer.MAX_VALUE) {
                out.add("LTRIM", key, List.of(CommandList.text("-" + list.limit), CommandList.text("-1")));
            }
        });
        ranks.forEach((key, ranked) -> out.addPairs("ZADD", key, ranked, String::valueOf));
        unranks.forEach((key, unranked) -> out.addTexts("ZREM", key, unranked));
        members.forEach((key, added) -> out.addTexts("SADD", key, added.keySet()));
        texts.forEach((key, text) -> {
            if (!created.contains(text.owner)) {
                out.add(GROW, List.of(CommandList.text(key), CommandList.text(text.more.toString()),
                        CommandList.text(Long.toString(text.limit))));
            }
        });
        fields.forEach((key, changed) -> out.addFields("HSET", key, changed));
        levels.forEach((names, changed) -> addLevels(names, changed, out));
        return out.parts();
    }

    private static void addLevels(String names, ChangedLevels changed, CommandList out) {
        Map<String, Long> there = new LinkedHashMap<>();
        Map<String, String> quantities = new LinkedHashMap<>();
        List<String> gone = new ArrayList<>();
        changed.byName().forEach((name, json) -> {
            if (json.isEmpty()) {
                gone.add(name);
            } else {
                there.put(name, 0L);
                quantities.put(name, json);
            }
        });
        out.addPairs("ZADD", names, there, String::valueOf);
        out.addFields("HSET", changed.quantities(), quantities);
        out.addTexts("ZREM", names, gone);
        out.addTexts("HDEL", changed.quantities(), gone);
    }
}
