// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table follows the market, and no market makes it put its levels elsewhere again and again. */
class WindowLadderTest {

    private final WindowLadder ladder = new WindowLadder();
    private int levels;
    private int added;
    private int requests;

    /** Levels that were looked at when the table was laid anew. */
    private long moved;

    @Test
    void aBestLevelThatRisesAndFallsByOneMovesNothingInADeepBook() {
        for (int rank = 10_000; rank < 13_900; rank++) {
            add(rank);
        }
        add(10_000 - 400);
        long before = moved;
        for (int i = 0; i < 100_000; i++) {
            add(13_900 + i % 500);
            add(9_000 + i % 500);
            remove(13_900 + i % 500);
            remove(9_000 + i % 500);
        }
        assertThat(moved - before).isLessThan(100_000);
    }

    @Test
    void aMarketThatLeapsAboutMovesALevelForFourRequestsAndOneForEachAddedAtMost() {
        Random random = new Random(7);
        TreeSet<Integer> levels = new TreeSet<>();
        for (int i = 0; i < 400_000; i++) {
            int rank = 1 + random.nextInt(i % 100_000 < 50_000 ? 200_000 : 2_000);
            if (levels.size() > 2_000) {
                int least = levels.first();
                levels.remove(least);
                remove(least);
            }
            if (levels.add(rank)) {
                add(rank);
            } else {
                levels.remove(rank);
                remove(rank);
            }
            assertThat(moved).isLessThanOrEqualTo(added + requests / 4);
        }
        assertThat(moved).isPositive();
    }

    @Test
    void aMarketThatMovesAwayIsFollowed() {
        for (int rank = 1; rank <= 1_000_000; rank++) {
            add(rank);
            if (rank > 300) {
                remove(rank - 300);
            }
        }
        for (int rank = 1_000_000 - 299; rank <= 1_000_000; rank++) {
            assertThat(ladder.find(rank)).isEqualTo(rank);
        }
        assertThat(ladder.slots()).isLessThanOrEqualTo(512);
        assertThat(moved).isLessThanOrEqualTo(added + requests / 4);
    }

    @Test
    void aFewOrdersFarAwayMakeNoTable() {
        for (int i = 0; i < 1_000; i++) {
            add(1_000_000 + i % 10);
            add(1 + i % 3 * 10_000);
            remove(1 + i % 3 * 10_000);
            remove(1_000_000 + i % 10);
            add(900_000);
            remove(900_000);
        }
        assertThat(ladder.slots()).isEqualTo(64);
    }

    @Test
    void aDeepBookGetsATableForAllOfIt() {
        for (int i = 0; i < 4_000; i++) {
            add(100_000 - 10 * i);
        }
        assertThat(ladder.slots()).isEqualTo(65_536);
    }

    private void add(int rank) {
        int patience = ladder.patience();
        ladder.add(rank, rank);
        levels++;
        added++;
        requests++;
        if (ladder.patience() > patience) {
            moved += levels;
        }
    }

    private void remove(int rank) {
        ladder.remove(rank);
        levels--;
        requests++;
    }
}
