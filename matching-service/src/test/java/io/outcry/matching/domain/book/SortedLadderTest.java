// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
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

    /** As stops wait: levels come, end, or lose their oldest order. */
    @Test
    void findsTheBestLevelThatIsOldEnough() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            SortedLadder ladder = new SortedLadder();
            TreeMap<Long, Long> ages = new TreeMap<>();
            for (int step = 1; step < 6_000; step++) {
                long rank = random.nextInt(4_000);
                if (ages.putIfAbsent(rank, (long) random.nextInt(step)) == null) {
                    ladder.add(rank, (int) rank + 1);
                } else if (random.nextInt(3) == 0) {
                    ages.put(rank, (long) step);
                } else {
                    ages.remove(rank);
                    ladder.remove(rank);
                }
                if (random.nextInt(4) == 0) {
                    long from = random.nextInt(4_200);
                    long to = from - random.nextInt(random.nextBoolean() ? 100 : 4_000);
                    long newest = step - random.nextInt(step);
                    long found = ages.headMap(from, true).tailMap(to, true).descendingMap().entrySet().stream()
                            .filter(level -> level.getValue() <= newest).mapToLong(level -> level.getKey() + 1).findFirst().orElse(0);
                    assertThat(ladder.oldEnough(from, to, newest, level -> ages.get(level - 1L))).as("seed %d, step %d", seed, step)
                            .isEqualTo((int) found);
                }
            }
        }
    }

    /** In front stops of many commands at one price; behind it only stops that are newer than all of them. */
    @Test
    void levelsThatWereTooNewOnceAreNotLookedAtAgainOneByOne() {
        SortedLadder ladder = new SortedLadder();
        int many = 20_000;
        for (int i = 1; i <= many; i++) {
            ladder.add(i, i);
        }
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger old = new AtomicInteger(1);
        for (int span = 1; span <= 11; span++) {
            int newest = span;
            IntToLongFunction age = level -> looks.incrementAndGet() > 0 && level == many ? old.get() : 100;
            assertThat(ladder.oldEnough(many, 0, newest, age)).isEqualTo(many);
            old.set(newest + 1);
            assertThat(ladder.oldEnough(many, 0, newest, age)).isZero();
        }
        assertThat(looks).hasValueLessThan(many + 12 * SortedLadder.BLOCK);
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
