// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SortedLadderTest {

    private static final int SEEDS = 50;

    @Test
    void hasFewBlocksHoweverManyLevelsHaveComeAndGone() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            SortedLadder ladder = new SortedLadder();
            TreeSet<Long> ranks = new TreeSet<>();
            for (int step = 0; step < 20_000; step++) {
                long rank = random.nextInt(step % 4_000 < 3_000 ? 1_000_000 : 5_000);
                if (ranks.add(rank)) {
                    ladder.add(rank, step + 1);
                } else {
                    ranks.remove(rank);
                    ladder.remove(rank);
                }
                Long gone = step % 10_000 > 5_000 ? ranks.floor(rank) : null;
                if (gone != null && ranks.remove(gone)) {
                    ladder.remove(gone);
                }
                check(ladder, "seed " + seed + ", step " + step);
            }
            assertThat(ladder.countFrom(Long.MIN_VALUE)).isEqualTo(ranks.size());
            long cut = random.nextInt(1_000_000);
            assertThat(ladder.countFrom(cut)).isEqualTo(ranks.tailSet(cut).size());
            assertThat(ladder.hasWithin(cut, cut + 1_000)).isEqualTo(!ranks.subSet(cut, cut + 1_000).isEmpty());
            ladder.cut(cut);
            check(ladder, "seed " + seed + ", cut");
            assertThat(ladder.countFrom(Long.MIN_VALUE)).isEqualTo(ranks.headSet(cut).size());
            ladder.clear();
            assertThat(ladder.worse(Long.MAX_VALUE)).isZero();
        }
    }

    private static void check(SortedLadder ladder, String when) {
        for (int number = 0; number < ladder.blocks(); number++) {
            int size = ladder.block(number).size();
            if (size == 0 && ladder.blocks() > 1 || size > SortedLadder.BLOCK) {
                throw new AssertionError(when + ": a block of " + size);
            }
            if (number > 0 && size + ladder.block(number - 1).size() <= SortedLadder.BLOCK / 2) {
                throw new AssertionError(when + ": blocks " + (number - 1) + " and " + number + " could be one");
            }
        }
    }
}
