// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers that names are found by: equal for equal ones, well mixed, and side by side for those that are counted up. */
class ClientOrderIdKeyTest {

    private static final int NAMES = 100_000;
    private static final int PAIRS = 5;
    private static final long COUNTED = 7;

    @Test
    void namesThatAreCountedUpHaveNumbersSideBySide() {
        for (String before : new String[]{"", "o", "order-1", "12345678", "123456789", "a-name-of-some-length-before-the-",
            "x".repeat(35)}) {
            Set<Long> lines = new HashSet<>();
            Set<Long> keys = new HashSet<>();
            for (char digit = '0'; digit <= '7'; digit++) {
                lines.add(key(before + digit, 3) & ~COUNTED);
                keys.add(key(before + digit, 3));
            }
            assertThat(lines).as("lines of what begins with '%s'", before).hasSize(1);
            assertThat(keys).as("numbers of what begins with '%s'", before).hasSize(8);
        }
        assertThat(key("a-1", 1) & ~COUNTED).as("another account").isNotEqualTo(key("a-1", 2) & ~COUNTED);
    }

    /** Names that share the lower half of their number are told apart by looking at their rows, which is slow. */
    @ParameterizedTest
    @ValueSource(strings = {"%d", "order-%d", "%032x", "%d-of-a-bot", "1763700000%06d:a"})
    void theLowerHalvesOfTheNumbersAreAllButUnique(String pattern) {
        Map<Integer, Integer> halves = count(i -> (int) key(pattern.formatted(i), 1));

        assertThat(NAMES - halves.size()).as("by chance two or three").isLessThan(20);
    }

    @Test
    void hexadecimalNamesFillAllEightPlaces() {
        Map<Integer, Integer> places = count(i -> (int) (key("%08x".formatted(i * 0x9E37_79B9), 1) & COUNTED));

        assertThat(places).hasSize(8).allSatisfy((place, names) -> assertThat(names).isBetween(NAMES / 20, NAMES / 4));
    }

    /** Whoever finds out which names meet in one process has not found any that meet in another one. */
    @Test
    void namesWhoseNumbersMeetUnderOneSecretPartUnderAnother() {
        Map<Integer, Integer> halves = new HashMap<>();
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; pairs.size() < PAIRS; i++) {
            Integer before = halves.put(half(i, 1), i);
            if (before != null) {
                pairs.add(new int[]{before, i});
            }
        }

        for (int i = 2; i < 10; i++) {
            long other = i * 0xD1B5_4A32_D192_ED03L;
            assertThat(pairs).as("under secret %d", other).noneMatch(pair -> half(pair[0], other) == half(pair[1], other));
        }
    }

    private static int half(int number, long secret) {
        ClientOrderId id = new ClientOrderId();
        id.set("%09d%09d".formatted(number, number));
        return (int) id.newKey(1, secret);
    }

    private static Map<Integer, Integer> count(IntFunction<Integer> number) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < NAMES; i++) {
            counts.merge(number.apply(i), 1, Integer::sum);
        }
        return counts;
    }

    private static long key(String name, int account) {
        ClientOrderId id = new ClientOrderId();
        assertThat(id.set(name)).as(name).isTrue();
        return id.key(account);
    }
}
