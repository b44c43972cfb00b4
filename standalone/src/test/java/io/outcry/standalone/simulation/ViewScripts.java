// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.query.domain.OrderCursor;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The view's Lua scripts in Java, found by the digest of the real ones: one that was changed is not found until it has been translated
 * anew. {@code KeyspaceIT} holds the translation against the scripts in a real Redis.
 */
final class ViewScripts {

    private static final List<String> NAMES =
            List.of("apply", "client-order", "orders", "book", "trades", "candles", "holdings", "instruments", "clear",
                    "totals");

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
            case "client-order" -> {
                String id = keys.text(named[1]);
                reply.add(id == null ? null : keys.get(values[0] + "o:" + id));
                reply.add(id == null ? null : keys.get(values[0] + "f:" + id));
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
                reply.add(trades(keys.list(named[2]), values));
            }
            case "candles" -> {
                List<byte[]> candles = keys.list(named[2]);
                reply.add(keys.get(named[1]));
                reply.add(candles.subList(Math.max(0, candles.size() - Integer.parseInt(values[0])), candles.size()));
            }
            case "totals" -> {
                for (int i = 1; i < named.length; i++) {
                    List<byte[]> list = i <= values.length ? List.of() : keys.list(named[i]);
                    reply.add(i <= values.length ? keys.hash(named[i]).get(values[i - 1]) : list.isEmpty() ? null : list.getLast());
                }
            }
            case "holdings" -> reply.addAll(flat(keys.hash(named[1])));
            case "instruments" -> keys.set(named[1]).forEach(symbol -> {
                reply.add(bytes(symbol));
                reply.add(keys.get(values[0] + "i:" + symbol));
            });
            default -> throw new IllegalStateException(name);
        }
        return reply;
    }

    private static List<Object> flat(Map<String, byte[]> hash) {
        List<Object> flat = new ArrayList<>();
        hash.forEach((field, value) -> {
            flat.add(bytes(field));
            flat.add(value);
        });
        return flat;
    }

    /** Values: prefix, whether {@code chosen} is of the open ones, place to start after, how many. */
    private static void orders(Keyspace keys, String chosen, String[] values, List<@Nullable Object> reply) {
        TreeSet<String> places = new TreeSet<>();
        if (values[1].equals("1")) {
            keys.ascending(chosen).forEach(entry -> places.add(
                    new OrderCursor(entry.getValue().longValue(), Long.parseLong(entry.getKey())).place()));
        } else {
            keys.list(chosen).forEach(place -> places.add(text(place)));
        }
        int left = Integer.parseInt(values[3]);
        for (String place : places.headSet(values[2], false).descendingSet()) {
            String id = Long.toString(OrderCursor.ofPlace(place).orderId());
            byte[] order = keys.get(values[0] + "o:" + id);
            if (order != null && left-- > 0) {
                reply.add(bytes(place));
                reply.add(order);
                reply.add(keys.get(values[0] + "f:" + id));
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

    /** Values: sequence and index to start before, or nothing twice; how many. */
    private static List<Object> trades(List<byte[]> all, String[] values) {
        int newest = all.size();
        while (!values[0].isEmpty() && newest > 0 && !isBefore(tradeId(all.get(newest - 1)), values)) {
            newest--;
        }
        return new ArrayList<>(all.subList(Math.max(0, newest - Integer.parseInt(values[2])), newest).reversed());
    }

    private static boolean isBefore(String id, String[] values) {
        String[] parts = id.split("-");
        int bySequence = Long.compare(Long.parseLong(parts[0]), Long.parseLong(values[0]));
        return bySequence < 0 || bySequence == 0 && Long.parseLong(parts[1]) < Long.parseLong(values[1]);
    }

    /** The id of a trade as it is kept. */
    static String tradeId(byte[] json) {
        return text(json).split("\"", 5)[3];
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
