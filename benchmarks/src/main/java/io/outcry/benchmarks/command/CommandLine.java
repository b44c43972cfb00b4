// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Options as {@code --name value} or {@code --name=value}, and flags as {@code --name}; each at most once, in any order. */
public final class CommandLine {

    private final Map<String, String> values = new HashMap<>();

    /**
     * @param arguments the words after the benchmark's name
     * @param options   those that take a value, with their dashes
     * @param flags     those that take none, with their dashes
     * @throws UsageException if a word is none of these, or an option lacks its value or comes twice
     */
    public CommandLine(List<String> arguments, Set<String> options, Set<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!options.contains(name) && !flags.contains(name)) {
                throw new UsageException("unknown option " + name);
            }
            String value;
            if (flags.contains(name)) {
                if (equals >= 0) {
                    throw new UsageException(name + " takes no value");
                }
                value = "";
            } else if (equals >= 0) {
                value = word.substring(equals + 1);
            } else if (i + 1 < arguments.size()) {
                value = arguments.get(++i);
            } else {
                throw new UsageException(name + " needs a value");
            }
            if (values.put(name, value) != null) {
                throw new UsageException(name + " is given twice");
            }
        }
    }

    /** Whether a flag is given. */
    public boolean flag(String name) {
        return values.containsKey(name);
    }

    /** The text of an option; empty if it is not given. */
    public String text(String name) {
        return values.getOrDefault(name, "");
    }

    /** A whole number from {@code least} to {@code most}, or {@code otherwise} if the option is not given. */
    public long number(String name, long otherwise, long least, long most) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // No number and a number out of bounds are refused in the same words.
        }
        throw new UsageException(name + " is a whole number from " + least + " to " + most + ", not \"" + text + "\"");
    }

    /**
     * What the names of an option, separated by commas, stand for, each at most once; or {@code otherwise} if the option is not given.
     *
     * @param find  what a name stands for
     * @param names all names, for the error
     */
    public <T> List<T> list(String name, List<T> otherwise, Function<String, Optional<T>> find, List<String> names) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        List<T> found = Stream.of(text.split(",", -1))
                .map(word -> find.apply(word)
                        .orElseThrow(() -> new UsageException(name + " knows " + String.join(", ", names) + ", not \"" + word + "\"")))
                .toList();
        if (found.stream().distinct().count() < found.size()) {
            throw new UsageException(name + " names one of them twice: " + text);
        }
        return found;
    }

    /** As the other one, of the constants of an enum. */
    public <E extends Enum<E>> List<E> list(String name, List<E> otherwise, Class<E> type) {
        return list(name, otherwise, word -> Words.find(type, word), Words.of(type));
    }

    /**
     * The one constant of an enum that an option names.
     *
     * @throws UsageException if it is not given, or names another number of them
     */
    public <E extends Enum<E>> E one(String name, Class<E> type) {
        List<E> named = list(name, List.of(), type);
        if (named.size() != 1) {
            throw new UsageException(name + " names one of " + String.join(", ", Words.of(type)));
        }
        return named.getFirst();
    }
}
