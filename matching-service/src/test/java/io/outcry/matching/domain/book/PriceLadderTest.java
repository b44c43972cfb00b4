// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every ladder answers as a sorted map does, wherever the market goes. */
class PriceLadderTest {

    private static final int SEEDS = 60;
    private static final int STEPS = 2_000;

    @SuppressWarnings("unused")
    static final Named<?>[] LADDERS = {
        Named.<PriceLadder.Factory>of("window", WindowLadder::new), Named.<PriceLadder.Factory>of("sorted", SortedLadder::new)
    };

    @ParameterizedTest
    @FieldSource("LADDERS")
    void answersAsASortedMapDoes(PriceLadder.Factory factory) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            PriceLadder ladder = factory.create();
            TreeMap<Long, Integer> levels = new TreeMap<>();
            int direction = seed % 2 == 0 ? 1 : -1;
            long middle = middle(random);
            for (int step = 0; step < STEPS; step++) {
                long rank = direction * near(middle, random);
                if (levels.remove(rank) != null) {
                    ladder.remove(rank);
                } else if (levels.size() < 100 || random.nextBoolean()) {
                    levels.put(rank, step + 1);
                    ladder.add(rank, step + 1);
                }
                if (random.nextInt(50) == 0) {
                    middle = random.nextInt(4) == 0 ? middle(random) : near(middle, random);
                }
                compare(ladder, levels, rank, "seed " + seed + ", step " + step);
                compare(ladder, levels, direction * near(middle, random), "seed " + seed + ", step " + step);
            }
            for (Map.Entry<Long, Integer> level : levels.entrySet()) {
                compare(ladder, levels, level.getKey(), "seed " + seed + " at its end");
            }
        }
    }

    /** Thousands of levels far from each other, which come in any order and go in any. */
    @ParameterizedTest
    @FieldSource("LADDERS")
    void answersAsASortedMapDoesHoweverManyLevelsThereAre(PriceLadder.Factory factory) {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            PriceLadder ladder = factory.create();
            TreeMap<Long, Integer> levels = new TreeMap<>();
            int number = 0;
            for (int phase = 0; phase < 6; phase++) {
                int way = random.nextInt(3);
                for (int i = 0; i < 3_000; i++) {
                    number++;
                    long rank = 1_000_000_000L + switch (way) {
                        case 0 -> 70L * number;
                        case 1 -> -70L * number;
                        default -> random.nextInt(10_000_000);
                    };
                    if (levels.putIfAbsent(rank, number) == null) {
                        ladder.add(rank, number);
                    }
                    compare(ladder, levels, rank + random.nextInt(141) - 70, "seed " + seed + ", level " + number);
                }
                int gone = random.nextInt(levels.size() + 1);
                boolean any = random.nextBoolean();
                boolean worst = random.nextBoolean();
                for (int i = 0; i < gone; i++) {
                    Long at = any ? levels.floorKey(levels.firstKey() + random.nextLong(levels.lastKey() - levels.firstKey() + 1)) : null;
                    long rank = at != null ? at : worst ? levels.firstKey() : levels.lastKey();
                    levels.remove(rank);
                    ladder.remove(rank);
                    compare(ladder, levels, rank, "seed " + seed + " without a level of phase " + phase);
                }
            }
            for (Map.Entry<Long, Integer> level : levels.entrySet()) {
                compare(ladder, levels, level.getKey(), "seed " + seed + " at its end");
            }
        }
    }

    private static void compare(PriceLadder ladder, TreeMap<Long, Integer> levels, long rank, String when) {
        assertThat(ladder.find(rank)).as("level at %d, %s", rank, when).isEqualTo(levels.getOrDefault(rank, 0));
        assertThat(ladder.worse(rank)).as("level under %d, %s", rank, when).isEqualTo(level(levels.lowerEntry(rank)));
    }

    private static int level(Map.@Nullable Entry<Long, Integer> entry) {
        return entry == null ? 0 : entry.getValue();
    }

    private static long middle(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> 1;
            default -> 1 + random.nextInt(1_000_000);
        };
    }

    /** A price that is mostly some steps away, sometimes thousands, seldom anywhere. */
    private static long near(long middle, Random random) {
        long away = switch (random.nextInt(20)) {
            case 0 -> random.nextInt(20_000) - 10_000;
            case 1 -> random.nextLong() >> random.nextInt(40);
            default -> random.nextInt(200) - 100;
        };
        long price = middle + away;
        return price > 0 ? price : middle;
    }
}
