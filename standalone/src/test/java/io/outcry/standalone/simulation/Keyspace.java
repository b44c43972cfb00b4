// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one Redis holds, and the few commands that the view's scripts use. Checked against a real Redis by {@code KeyspaceIT}. */
final class Keyspace {

    private static final Comparator<Map.Entry<String, Double>> BY_SCORE =
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey());

    /** An id in a stream. */
    record StreamId(long high, long low) implements Comparable<StreamId> {

        static StreamId parse(String text) {
            int dash = text.indexOf('-');
            return new StreamId(Long.parseLong(text, 0, dash, 10), Long.parseLong(text, dash + 1, text.length(), 10));
        }

        @Override
        public int compareTo(StreamId other) {
            return high != other.high ? Long.compare(high, other.high) : Long.compare(low, other.low);
        }

        @Override
        public String toString() {
            return high + "-" + low;
        }
    }

    private record SortedSet(Map<String, Double> scores) {}

    private record Stream(NavigableMap<StreamId, byte[]> entries) {}

    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Long> expiries = new HashMap<>();
    private final VirtualTime time;

    Keyspace(VirtualTime time) {
        this.time = time;
    }

    /** All of it, to go on independently. */
    Keyspace copy() {
        Keyspace copy = new Keyspace(time);
        values.forEach((key, value) -> copy.values.put(key, switch (value) {
            case byte[] text -> text;
            case SortedSet set -> new SortedSet(new HashMap<>(set.scores));
            case Stream stream -> new Stream(new TreeMap<>(stream.entries));
            case Map<?, ?> hash -> new LinkedHashMap<>(hash);
            case Set<?> set -> new LinkedHashSet<>(set);
            default -> throw new IllegalStateException(key);
        }));
        copy.expiries.putAll(expiries);
        return copy;
    }

    void clear() {
        values.clear();
        expiries.clear();
    }

    /** Names of all keys that have not expired. */
    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        List.copyOf(values.keySet()).stream().filter(key -> live(key) != null).forEach(keys::add);
        return keys;
    }

    private @Nullable Object live(String key) {
        Long expiry = expiries.get(key);
        if (expiry != null && expiry <= time.millis()) {
            delete(key);
        }
        return values.get(key);
    }

    @SuppressWarnings("unchecked")
    private <T> T made(String key, Supplier<T> empty) {
        live(key);
        return (T) values.computeIfAbsent(key, _ -> empty.get());
    }

    byte @Nullable [] get(String key) {
        return (byte[]) live(key);
    }

    @Nullable
    String text(String key) {
        byte[] value = get(key);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    void set(String key, byte[] value) {
        values.put(key, value);
        expiries.remove(key);
    }

    void delete(String key) {
        values.remove(key);
        expiries.remove(key);
    }

    void expire(String key, long millis) {
        if (live(key) != null) {
            expiries.put(key, time.millis() + millis);
        }
    }

    /** When the key will be gone; null: it stays. */
    @Nullable
    Long expiry(String key) {
        return live(key) == null ? null : expiries.get(key);
    }

    private Map<String, Double> scores(String key) {
        return this.<SortedSet>made(key, () -> new SortedSet(new HashMap<>())).scores();
    }

    void rank(String key, double score, String member) {
        scores(key).put(member, score);
    }

    void unrank(String key, String member) {
        Map<String, Double> scores = scores(key);
        scores.remove(member);
        dropIfEmpty(key, scores.isEmpty());
    }

    /** Keeps the so many highest. */
    void keepHighest(String key, int keep) {
        List<Map.Entry<String, Double>> ascending = ascending(key);
        ascending.subList(0, Math.max(0, ascending.size() - keep)).forEach(entry -> unrank(key, entry.getKey()));
    }

    /** Members of a sorted set and their scores, lowest first. */
    List<Map.Entry<String, Double>> ascending(String key) {
        List<Map.Entry<String, Double>> sorted = new ArrayList<>();
        if (live(key) instanceof SortedSet set) {
            set.scores.forEach((member, score) -> sorted.add(Map.entry(member, score)));
        }
        sorted.sort(BY_SCORE);
        return sorted;
    }

    private void dropIfEmpty(String key, boolean empty) {
        if (empty) {
            delete(key);
        }
    }

    void put(String key, String field, byte[] value) {
        this.<Map<String, byte[]>>made(key, LinkedHashMap::new).put(field, value);
    }

    void remove(String key, String field) {
        Map<String, byte[]> hash = made(key, LinkedHashMap::new);
        hash.remove(field);
        dropIfEmpty(key, hash.isEmpty());
    }

    /** A hash; empty if there is none. */
    @SuppressWarnings("unchecked")
    Map<String, byte[]> hash(String key) {
        return live(key) instanceof Map<?, ?> hash ? (Map<String, byte[]>) hash : Map.of();
    }

    void add(String key, String member) {
        this.<Set<String>>made(key, LinkedHashSet::new).add(member);
    }

    /** A set; empty if there is none. */
    @SuppressWarnings("unchecked")
    Set<String> set(String key) {
        return live(key) instanceof Set<?> set ? (Set<String>) set : Set.of();
    }

    /** Adds to a stream, unless its newest id is equal or higher. */
    void append(String key, StreamId id, byte[] value) {
        NavigableMap<StreamId, byte[]> entries = this.<Stream>made(key, () -> new Stream(new TreeMap<>())).entries();
        if (entries.isEmpty() || entries.lastKey().compareTo(id) < 0) {
            entries.put(id, value);
        }
    }

    /** A stream, oldest first; empty if there is none. */
    NavigableMap<StreamId, byte[]> stream(String key) {
        return live(key) instanceof Stream stream ? stream.entries : new TreeMap<>();
    }
}
