// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where keys have their places: neighbours side by side, others anywhere, and where that is differs from process to process. */
class HandleIndexTest {

    private static final int LINE_BITS = 14;
    private static final int SHIFT = Integer.SIZE - LINE_BITS;
    private static final int SECRETS = 200;

    /** Whoever has chosen keys that meet in one process has not chosen any that meet in another one. */
    @Test
    void keysThatMeetUnderOneSecretPartUnderAnother() {
        int one = HandleIndex.factor(1);
        int[] keys = IntStream.iterate(0, key -> key + HandleIndex.LINE)
                .filter(key -> HandleIndex.home(key, SHIFT, one) == HandleIndex.home(0, SHIFT, one))
                .limit(500)
                .toArray();
        for (long secret : new SplittableRandom(1).longs(SECRETS).toArray()) {
            assertThat(places(keys, HandleIndex.factor(secret))).as("places under secret %d", secret).isGreaterThan(450);
        }
    }

    /** Whatever the secret is: with chance alone 63 of 100 lines would be taken. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 800, 8_000, 65_536})
    void keysInEqualStepsTakeManyLines(int step) {
        int lines = 1 << LINE_BITS;
        int[] keys = IntStream.iterate(12_345, key -> key + step).limit(lines).toArray();
        for (long secret : new SplittableRandom(2).longs(SECRETS).toArray()) {
            int factor = HandleIndex.factor(secret);
            long taken = Arrays.stream(keys).map(key -> HandleIndex.home(key, SHIFT, factor) / HandleIndex.LINE).distinct().count();
            assertThat(taken).as("lines under secret %d", secret).isGreaterThan(lines / 2);
        }
    }

    @Test
    void neighboursShareALine() {
        int factor = HandleIndex.factor(3);
        int[] keys = IntStream.range(80, 88).toArray();
        assertThat(Arrays.stream(keys).map(key -> HandleIndex.home(key, SHIFT, factor) / HandleIndex.LINE).distinct().count()).isOne();
        assertThat(places(keys, factor)).isEqualTo(HandleIndex.LINE);
    }

    private static long places(int[] keys, int factor) {
        return Arrays.stream(keys).map(key -> HandleIndex.home(key, SHIFT, factor)).distinct().count();
    }
}
