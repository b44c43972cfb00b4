// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.query.view.ViewReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The view's Lua scripts in Java, found by the digest of the real ones: one that was changed is not found until it has been translated
 * anew. {@code KeyspaceIT} holds the translation against the scripts in a real Redis.
 */
final class ViewScripts {

    private static final List<String> NAMES =
            List.of("apply", "order", "client-order", "orders", "book", "trades", "instruments");

    private final Map<String, String> names = new HashMap<>();

    ViewScripts() {
        for (String name : NAMES) {
            try (InputStream file = ViewReader.class.getResourceAsStream(name + ".lua")) {
                byte[] source = file.readAllBytes();
                names.put(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source)), name);
                names.put(new String(source, StandardCharsets.UTF_8), name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The script of this digest, or with this source. */
    String name(String digestOrSource) {
        String name = names.get(digestOrSource);
        if (name == null) {
            throw new IllegalStateException("a script that has no translation: " + digestOrSource);
        }
        return name;
    }

    /** What a reading script answers. */
    List<@Nullable Object> read(String name, Keyspace keys, String[] named, String[] values) {
        List<@Nullable Object> reply = new ArrayList<>();
        reply.add(keys.get(named[0]));
        switch (name) {
            case "order" -> order(keys, keys.get(named[1]), named[2], reply);
            case "client-order" -> {
                String id = keys.text(named[1]);
                order(keys, id == null ? null : keys.get(values[0] + "o:" + id), values[0] + "f:" + id, reply);
            }
            case "orders" -> orders(keys, named[1], values, reply);
            case "book" -> {
                int depth = Integer.parseInt(values[0]);
                reply.add(keys.get(named[1]));
                reply.add(side(keys, true, named[2], named[3], depth));
                reply.add(side(keys, false, named[4], named[5], depth));
                reply.add(keys.get(named[6]));
            }
            case "trades" -> {
                reply.add(keys.get(named[1]));
                reply.add(trades(keys, named[2], values[0], Integer.parseInt(values[1])));
            }
            case "instruments" -> keys.set(named[1]).forEach(symbol -> {
                reply.add(bytes(symbol));
                reply.add(keys.get(values[0] + "i:" + symbol));
            });
            default -> throw new IllegalStateException(name);
        }
        return reply;
    }

    private static void order(Keyspace keys, byte @Nullable [] order, String fills, List<@Nullable Object> reply) {
        reply.add(order);
        if (order != null) {
            reply.add(flat(keys.hash(fills)));
        }
    }

    private static List<Object> flat(Map<String, byte[]> hash) {
        List<Object> flat = new ArrayList<>();
        hash.forEach((field, value) -> {
            flat.add(bytes(field));
            flat.add(value);
        });
        return flat;
    }

    private static void orders(Keyspace keys, String list, String[] values, List<@Nullable Object> reply) {
        double newest = Double.parseDouble(values[1]);
        int limit = Integer.parseInt(values[3]);
        int found = 0;
        for (Map.Entry<String, Double> entry : keys.ascending(list).reversed()) {
            boolean after = entry.getValue() < newest || entry.getValue() == newest && entry.getKey().compareTo(values[2]) < 0;
            if (found < limit && after) {
                String id = Long.toString(Long.parseLong(entry.getKey()));
                byte[] order = keys.get(values[0] + "o:" + id);
                if (order != null) {
                    reply.add(bytes(Long.toString(entry.getValue().longValue())));
                    reply.add(bytes(entry.getKey()));
                    reply.add(order);
                    reply.add(flat(keys.hash(values[0] + "f:" + id)));
                    found++;
                }
            }
        }
    }

    private static List<@Nullable Object> side(Keyspace keys, boolean highest, String names, String quantities, int depth) {
        List<Map.Entry<String, Double>> levels = keys.ascending(names);
        Map<String, byte[]> json = keys.hash(quantities);
        List<@Nullable Object> best = new ArrayList<>();
        (highest ? levels.reversed() : levels).stream().limit(depth).forEach(level -> best.add(json.get(level.getKey())));
        return best;
    }

    private static List<Object> trades(Keyspace keys, String key, String newest, int count) {
        NavigableMap<Keyspace.StreamId, byte[]> all = keys.stream(key);
        var older = newest.equals("+") ? all : all.headMap(Keyspace.StreamId.parse(newest), true);
        return new ArrayList<>(older.descendingMap().values().stream().limit(count).toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
