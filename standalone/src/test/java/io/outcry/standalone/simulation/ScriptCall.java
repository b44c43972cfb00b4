// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code apply.lua}.
 *
 * @param keys the position's, that of the closed orders
 * @param values expected position, new position, channel, partition, prefix, what to forget, then commands
 */
record ScriptCall(String[] keys, byte[][] values) {

    private static final int HEADER = 7;

    /** Whether it only asks where the view is. */
    boolean isQuestion() {
        return values.length == 1;
    }

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
        commands(view);
        forget(view);
        view.set(keys[0], values[1]);
        return null;
    }

    /** The commands alone. */
    void commands(Keyspace view) {
        for (int at = HEADER; at < values.length;) {
            int parts = Integer.parseInt(text(at));
            command(view, at + 1, at + parts);
            at += parts + 1;
        }
    }

    private void command(Keyspace view, int from, int last) {
        switch (text(from)) {
            case "MSET" -> {
                for (int i = from + 1; i < last; i += 2) {
                    view.set(text(i), values[i + 1]);
                }
            }
            case "DEL" -> each(from + 1, last, view::delete);
            case "LSET" -> view.replaceLast(text(from + 1), values[from + 3]);
            case "RPUSH" -> {
                for (int i = from + 2; i <= last; i++) {
                    view.push(text(from + 1), values[i]);
                }
            }
            case "LTRIM" -> view.keepLast(text(from + 1), -Integer.parseInt(text(from + 2)));
            case "ZADD" -> {
                for (int i = from + 2; i < last; i += 2) {
                    view.rank(text(from + 1), Double.parseDouble(text(i)), text(i + 1));
                }
            }
            case "ZREM" -> each(from + 2, last, member -> view.unrank(text(from + 1), member));
            case "SADD" -> each(from + 2, last, member -> view.add(text(from + 1), member));
            case "HSET" -> {
                for (int i = from + 2; i < last; i += 2) {
                    view.put(text(from + 1), text(i), values[i + 1]);
                }
            }
            case "HDEL" -> each(from + 2, last, field -> view.remove(text(from + 1), field));
            case "~GROW" -> {
                String text = view.text(text(from + 1));
                String before = text == null ? "" : text;
                if (before.length() < Long.parseLong(text(from + 3))) {
                    view.set(text(from + 1), (before + text(from + 2)).getBytes(StandardCharsets.UTF_8));
                }
            }
            default -> throw new IllegalStateException("a command without a translation: " + text(from));
        }
    }

    private void each(int from, int last, Consumer<String> action) {
        for (int i = from; i <= last; i++) {
            action.accept(text(i));
        }
    }

    private void forget(Keyspace view) {
        for (int i = Integer.parseInt(text(6)); i > 0; i--) {
            List<byte[]> closed = view.list(keys[1]);
            if (closed.isEmpty()) {
                return;
            }
            String[] oldest = new String(closed.getFirst(), StandardCharsets.UTF_8).split(":", 4);
            if (Long.parseLong(oldest[0]) >= Long.parseLong(text(5))) {
                return;
            }
            view.keepLast(keys[1], closed.size() - 1);
            view.delete(text(4) + "o:" + oldest[1]);
            view.delete(text(4) + "f:" + oldest[1]);
            String names = text(4) + "c:" + oldest[2] + ":" + oldest[3];
            if (oldest[1].equals(view.text(names))) {
                view.delete(names);
            }
        }
    }
}
