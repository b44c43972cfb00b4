// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.json;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The public names of a protobuf enum: {@code ORDER_STATUS_NEW} is {@code NEW} in JSON.
 *
 * @param <E> the generated enum
 */
public final class WireNames<E extends Enum<E>> {

    private final Map<E, String> names;
    private final Map<String, E> values = new TreeMap<>();

    /**
     * @param type the generated enum
     * @param prefix what its constants start with, underscore included
     */
    public WireNames(Class<E> type, String prefix) {
        names = new EnumMap<>(type);
        Predicate<E> named = value -> value.name().startsWith(prefix) && !value.name().endsWith("_UNSPECIFIED");
        Arrays.stream(type.getEnumConstants()).filter(named).forEach(value -> {
            String name = value.name().substring(prefix.length());
            names.put(value, name);
            values.put(name, value);
        });
    }

    /** Whether a value has a public name: UNSPECIFIED and a value this version does not know have none. */
    public boolean has(E value) {
        return names.containsKey(value);
    }

    /** @throws IllegalArgumentException for UNSPECIFIED or a value this version does not know */
    public String of(E value) {
        String name = names.get(value);
        if (name == null) {
            throw new IllegalArgumentException("no public name for " + value);
        }
        return name;
    }

    public Optional<E> parse(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** All public names, for messages to people. */
    @Override
    public String toString() {
        return String.join(", ", names.values());
    }
}
