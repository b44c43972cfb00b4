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
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one Redis holds, and the few commands that the view's scripts use. Checked against a real Redis by {@code KeyspaceIT}. */
final class Keyspace {

    private static final Comparator<Map.Entry<String, Double>> BY_SCORE =
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey());

    private record SortedSet(Map<String, Double> scores) {}

    private final Map<String, Object> values = new HashMap<>();

    /** All of it, to go on independently. */
    Keyspace copy() {
        Keyspace copy = new Keyspace();
        values.forEach((key, value) -> copy.values.put(key, switch (value) {
            case byte[] text -> text;
            case SortedSet set -> new SortedSet(new HashMap<>(set.scores));
            case List<?> list -> new ArrayList<>(list);
            case Map<?, ?> hash -> new LinkedHashMap<>(hash);
            case Set<?> set -> new LinkedHashSet<>(set);
            default -> throw new IllegalStateException(key);
        }));
        return copy;
    }

    void clear() {
        values.clear();
    }

    /** Names of all keys. */
    Set<String> keys() {
        return new TreeSet<>(values.keySet());
    }

    @SuppressWarnings("unchecked")
    private <T> T made(String key, Supplier<T> empty) {
        return (T) values.computeIfAbsent(key, _ -> empty.get());
    }

    byte @Nullable [] get(String key) {
        return (byte[]) values.get(key);
    }

    @Nullable
    String text(String key) {
        byte[] value = get(key);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    void set(String key, byte[] value) {
        values.put(key, value);
    }

    void delete(String key) {
        values.remove(key);
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

    /** Members of a sorted set and their scores, lowest first. */
    List<Map.Entry<String, Double>> ascending(String key) {
        List<Map.Entry<String, Double>> sorted = new ArrayList<>();
        if (values.get(key) instanceof SortedSet set) {
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
        return values.get(key) instanceof Map<?, ?> hash ? (Map<String, byte[]>) hash : Map.of();
    }

    void add(String key, String member) {
        this.<Set<String>>made(key, LinkedHashSet::new).add(member);
    }

    /** A set; empty if there is none. */
    @SuppressWarnings("unchecked")
    Set<String> set(String key) {
        return values.get(key) instanceof Set<?> set ? (Set<String>) set : Set.of();
    }

    /** A list, to look at; empty if there is none. */
    @SuppressWarnings("unchecked")
    List<byte[]> list(String key) {
        return values.get(key) instanceof List<?> list ? (List<byte[]>) list : List.of();
    }

    /** Appends to a list. */
    void push(String key, byte[] element) {
        this.<List<byte[]>>made(key, ArrayList::new).add(element);
    }

    /** Keeps the so many newest of a list. */
    void keepLast(String key, int keep) {
        List<byte[]> list = made(key, ArrayList::new);
        list.subList(0, Math.max(0, list.size() - keep)).clear();
        dropIfEmpty(key, list.isEmpty());
    }

    /** Replaces the newest of a list, which must exist. */
    void replaceLast(String key, byte[] element) {
        List<byte[]> list = list(key);
        if (list.isEmpty()) {
            throw new IllegalStateException("ERR no such key " + key);
        }
        list.set(list.size() - 1, element);
    }
}
