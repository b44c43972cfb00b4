// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oldest of many orders, found without putting all in order. */
class SmallestTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 499, 500, 998, 999, 1_000})
    void theSmallestComeFirst(int wanted) {
        for (long bound : new long[]{1, 2, 700, 1L << 40, Long.MAX_VALUE}) {
            long[] numbers = new SplittableRandom(bound).longs(1_000, 0, bound).toArray();
            selectAndCompare(numbers, wanted);
        }
    }

    @Test
    void itDoesNotMatterInWhichOrderTheyCome() {
        long[] rising = new long[1_000];
        long[] falling = new long[1_000];
        for (int i = 0; i < 1_000; i++) {
            rising[i] = (3L << 48) + i;
            falling[999 - i] = (3L << 48) + i;
        }
        selectAndCompare(rising, 10);
        selectAndCompare(falling, 10);
    }

    @Test
    void whatStandsBehindTheCountStaysThere() {
        long[] numbers = {5, 3, 4, 1, 2};
        Smallest.select(numbers, 3, 1);
        assertThat(numbers).startsWith(3).endsWith(1, 2);
    }

    private static void selectAndCompare(long[] numbers, int wanted) {
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        Smallest.select(numbers, numbers.length, wanted);
        assertThat(Arrays.stream(numbers, 0, wanted).sorted().toArray()).isEqualTo(Arrays.copyOf(sorted, wanted));
        Arrays.sort(numbers);
        assertThat(numbers).as("none is lost").isEqualTo(sorted);
    }
}
