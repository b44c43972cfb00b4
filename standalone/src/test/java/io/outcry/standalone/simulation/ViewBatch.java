// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code apply.lua}.
 *
 * @param keys the position's first
 * @param values expected position, new position, channel, partition, then operations
 */
record ViewBatch(String[] keys, byte[][] values) {

    String expected() {
        return text(0);
    }

    String next() {
        return text(1);
    }

    /** What it publishes. */
    String message() {
        return text(3) + " " + next();
    }

    private String text(int at) {
        return new String(values[at], StandardCharsets.UTF_8);
    }

    /** Applies it if the view is where it begins; returns null, or else where the view is. */
    @Nullable
    String run(Keyspace view) {
        String stored = view.text(keys[0]);
        if (!(stored == null ? "" : stored).equals(expected())) {
            return stored == null ? "" : stored;
        }
        operations(view);
        view.set(keys[0], values[1]);
        return null;
    }

    /** The operations alone. */
    void operations(Keyspace view) {
        for (int at = 4; at < values.length;) {
            at += operation(view, at);
        }
    }

    private int operation(Keyspace view, int at) {
        String key = keys[Integer.parseInt(text(at + 1)) - 1];
        switch (text(at)) {
            case "S" -> view.set(key, values[at + 2]);
            case "X" -> {
                view.set(key, values[at + 2]);
                view.expire(key, Long.parseLong(text(at + 3)));
                return 4;
            }
            case "D" -> {
                view.delete(key);
                return 2;
            }
            case "E" -> view.expire(key, Long.parseLong(text(at + 2)));
            case "C" -> {
                if (Arrays.equals(view.get(key), values[at + 2])) {
                    view.expire(key, Long.parseLong(text(at + 3)));
                }
                return 4;
            }
            case "Z" -> {
                view.rank(key, Double.parseDouble(text(at + 2)), text(at + 3));
                if (!text(at + 4).equals("0")) {
                    view.keepHighest(key, Integer.parseInt(text(at + 4)));
                }
                return 5;
            }
            case "R" -> view.unrank(key, text(at + 2));
            case "A" -> view.add(key, text(at + 2));
            case "F" -> {
                if (view.hash(key).size() < Integer.parseInt(text(at + 4))) {
                    view.put(key, text(at + 2), values[at + 3]);
                }
                return 5;
            }
            case "L" -> {
                level(view, key, keys[Integer.parseInt(text(at + 2)) - 1], text(at + 3), values[at + 4]);
                return 5;
            }
            case "T" -> {
                // Redis trims a stream only by whole nodes of a hundred entries, and so late that no run of this length sees it.
                view.append(key, Keyspace.StreamId.parse(text(at + 2)), values[at + 3]);
                return 5;
            }
            default -> throw new IllegalStateException("an operation without a translation: " + text(at));
        }
        return 3;
    }

    private static void level(Keyspace view, String names, String quantities, String name, byte[] json) {
        if (json.length == 0) {
            view.unrank(names, name);
            view.remove(quantities, name);
        } else {
            view.rank(names, 0, name);
            view.put(quantities, name, json);
        }
    }
}
