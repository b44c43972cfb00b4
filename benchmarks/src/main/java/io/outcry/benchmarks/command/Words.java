// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.command;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The constants of an enum as they are typed: in lower case, with a dash between their words. */
public final class Words {

    private Words() {}

    /** What to type for a constant. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What to type for any of them, in their order. */
    public static List<String> of(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants()).map(Words::of).toList();
    }

    /** The constant that a word stands for. */
    static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
        return Stream.of(type.getEnumConstants()).filter(constant -> of(constant).equals(word)).findFirst();
    }
}
