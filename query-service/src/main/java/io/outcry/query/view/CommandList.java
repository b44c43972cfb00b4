// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Redis commands one after the other, each led by the number of its parts. A long one is cut: Lua takes some thousand values at once. */
final class CommandList {

    /** Values of one command; even, so that no pair is cut. */
    static final int VALUES = 2_000;

    private final List<byte[]> parts;

    CommandList(int expected) {
        parts = new ArrayList<>(expected);
    }

    List<byte[]> parts() {
        return parts;
    }

    /** A command without a key of its own before the values; nothing for no values. */
    void add(String command, List<byte[]> values) {
        for (int from = 0; from < values.size(); from += VALUES) {
            List<byte[]> some = values.subList(from, Math.min(values.size(), from + VALUES));
            open(command, some.size());
            parts.addAll(some);
        }
    }

    void add(String command, String key, List<byte[]> values) {
        for (int from = 0; from < values.size(); from += VALUES) {
            List<byte[]> some = values.subList(from, Math.min(values.size(), from + VALUES));
            open(command, some.size() + 1);
            parts.add(text(key));
            parts.addAll(some);
        }
    }

    void addTexts(String command, String key, Collection<String> values) {
        add(command, key, values.stream().map(CommandList::text).toList());
    }

    /** Each entry as its value and then its key. */
    <T> void addPairs(String command, String key, Map<String, T> entries, Function<T, String> text) {
        List<byte[]> values = new ArrayList<>(2 * entries.size());
        entries.forEach((member, score) -> {
            values.add(text(text.apply(score)));
            values.add(text(member));
        });
        add(command, key, values);
    }

    /** Each entry as its key and then its value. */
    void addFields(String command, String key, Map<String, String> entries) {
        List<byte[]> values = new ArrayList<>(2 * entries.size());
        entries.forEach((field, value) -> {
            values.add(text(field));
            values.add(text(value));
        });
        add(command, key, values);
    }

    private void open(String command, int values) {
        parts.add(text(Integer.toString(values + 1)));
        parts.add(text(command));
    }

    static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
