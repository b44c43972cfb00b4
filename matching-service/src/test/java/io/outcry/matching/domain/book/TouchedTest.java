// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Levels that a command has emptied and to whose prices an order comes in the same command. */
class TouchedTest {

    private static final int BIDS = 1;
    private static final int ASKS = 2;
    private static final int MANY = 5_000;

    private final BookRows rows = new BookRows(2);
    private final Touched touched = new Touched(rows);
    private final BookSide bids = new BookSide(rows, new SortedLadder(), touched, BIDS, true);
    private final BookSide asks = new BookSide(rows, new SortedLadder(), touched, ASKS, false);

    /** All others have got the price that is asked for, where they stand: whoever went through them would take one of them. */
    @Test
    void ofThousandsOfLevelsOneIsLookedUp() {
        int[] orders = new int[MANY];
        for (int i = 0; i < MANY; i++) {
            orders[i] = order(bids, 100 + i);
        }
        int level = bids.level(orders[MANY / 2]);
        for (int order : orders) {
            bids.remove(order);
        }
        assertThat(touched.revive(BIDS, 99)).as("a price that none had").isZero();
        long[] hot = rows.hot();
        long wanted = hot[level + LevelRow.PRICE];
        for (int i = Touched.COMPARED; i < touched.levels(); i++) {
            hot[touched.level(i) + LevelRow.PRICE] = wanted;
        }
        assertThat(touched.revive(BIDS, wanted)).isEqualTo(level);
    }

    @Test
    void aLevelIsTheSameAgainUntilTheNextCommandAndItsRowIsGivenBackOnce() {
        Random random = new Random(5);
        for (int command = 0; command < 300; command++) {
            touched.next();
            Map<Long, Integer> levels = new HashMap<>();
            Map<Long, Integer> resting = new HashMap<>();
            for (int step = random.nextInt(400); step > 0; step--) {
                long price = 1 + random.nextInt(200);
                BookSide side = random.nextBoolean() ? bids : asks;
                long key = side == bids ? price : -price;
                Integer order = resting.remove(key);
                if (order == null) {
                    int placed = order(side, price);
                    Integer before = levels.put(key, side.level(placed));
                    assertThat(before == null || before == side.level(placed)).as("command %d, price %d", command, key).isTrue();
                    resting.put(key, placed);
                } else {
                    remove(side, order);
                }
            }
            resting.forEach((key, order) -> remove(key > 0 ? bids : asks, order));
            touched.settle();
            assertThat(rows.live()).as("rows behind command %d", command).isZero();
        }
    }

    private void remove(BookSide side, int order) {
        side.remove(order);
        rows.freeOrder(order, rows.hot());
    }

    private int order(BookSide side, long price) {
        int order = rows.allocateOrder();
        long[] hot = rows.hot();
        hot[order + OrderRow.PRICE] = price;
        hot[order + OrderRow.LEAVES] = 1;
        hot[order + OrderRow.LEVEL_ACCOUNT] = 0;
        side.append(order, price, 1);
        return order;
    }
}
