// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MersenneTwisterTest {

    @Test
    void theTenThousandthWordOfTheDefaultSeedIsTheOneTheStandardNames() {
        MersenneTwister random = new MersenneTwister(5489);
        for (int i = 1; i < 10_000; i++) {
            random.nextWord();
        }

        assertThat(Integer.toUnsignedLong(random.nextWord())).isEqualTo(4_123_659_995L);
    }

    @Test
    void aUniformTakesTwoWordsTheHigherFirst() {
        MersenneTwister words = new MersenneTwister(23);
        long high = words.nextWord() >>> 5;
        long low = words.nextWord() >>> 6;

        assertThat(new MersenneTwister(23).uniform()).isEqualTo((high * 67_108_864.0 + low) / 9_007_199_254_740_992.0);
    }

    @Test
    void aUniformIntReachesBothEndsAndNothingBeyond() {
        MersenneTwister random = new MersenneTwister(-1);
        boolean[] seen = new boolean[101];
        for (int i = 0; i < 10_000; i++) {
            seen[random.uniform(1, 100)] = true;
        }

        assertThat(seen[0]).isFalse();
        assertThat(IntStream.rangeClosed(1, 100)).allMatch(value -> seen[value]);
    }
}
