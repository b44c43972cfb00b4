// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowQueueTest {

    private static final int LONGS = 3;

    private final RowQueue queue = new RowQueue(LONGS);

    @Test
    void rowsAreDroppedInTheOrderInWhichTheyCame() {
        Random random = new Random(23);
        ArrayDeque<Integer> rows = new ArrayDeque<>();
        ArrayDeque<Long> values = new ArrayDeque<>();
        for (int step = 0; step < 2_000; step++) {
            for (int i = random.nextInt(200); i > 0; i--) {
                long value = random.nextLong();
                rows.add(add(value));
                values.add(value);
            }
            int dropped = Math.min(rows.size(), random.nextInt(200));
            queue.drop(dropped);
            for (int i = 0; i < dropped; i++) {
                rows.remove();
                values.remove();
            }
            assertThat(queue.size()).isEqualTo(rows.size());
            if (!rows.isEmpty()) {
                assertThat(queue.oldest()).isEqualTo(rows.getFirst()).isEqualTo(RowQueue.after(rows.getLast(), 1 - rows.size()));
                assertThat(value(rows.getFirst())).isEqualTo(values.getFirst());
                assertThat(value(rows.getLast())).isEqualTo(values.getLast());
            }
        }
        assertThat(rows.stream().map(this::value)).containsExactlyElementsOf(values);
    }

    @Test
    void noRowMovesWhileTheQueueGrows() {
        int first = add(1);
        long[] cells = queue.cells(first);
        for (int i = 0; i < 100 * RowQueue.CHUNK; i++) {
            add(i);
        }
        assertThat(queue.cells(first)).isSameAs(cells);
        assertThat(value(first)).isEqualTo(1);
    }

    @Test
    void aSteadyQueueFillsTheSameMemoryAgainAndAgain() {
        int kept = 5 * RowQueue.CHUNK / 2;
        for (int i = 0; i < kept; i++) {
            add(i);
        }
        Set<Integer> arrays = new HashSet<>();
        for (int i = 0; i < 20 * RowQueue.CHUNK; i++) {
            arrays.add(System.identityHashCode(queue.cells(add(i))));
            queue.drop(1);
        }
        assertThat(arrays).hasSizeLessThanOrEqualTo(kept / RowQueue.CHUNK + 2);
    }

    @Test
    void aCopyHasTheOldestRowFirstAndStaysAsItWas() {
        for (int i = 0; i < 3 * RowQueue.CHUNK; i++) {
            add(i);
        }
        queue.drop(RowQueue.CHUNK + 7);
        long[] copy = queue.copy(new CopySpace(), CopySpace.Part.TRADES);
        queue.cells(queue.oldest())[queue.at(queue.oldest())] = -1;
        for (int i = 0; i < queue.size(); i++) {
            assertThat(copy[i * LONGS]).isEqualTo(RowQueue.CHUNK + 7 + i);
        }
    }

    @Test
    void anEmptyQueueGoesOn() {
        add(1);
        queue.drop(1);
        assertThat(queue.size()).isZero();
        assertThat(queue.copy(new CopySpace(), CopySpace.Part.TRADES)).isEmpty();
        int next = queue.oldest();
        assertThat(add(2)).isEqualTo(next);
        assertThat(value(next)).isEqualTo(2);
    }

    private int add(long value) {
        int row = queue.add();
        queue.cells(row)[queue.at(row)] = value;
        return row;
    }

    private long value(int row) {
        return queue.cells(row)[queue.at(row)];
    }
}
