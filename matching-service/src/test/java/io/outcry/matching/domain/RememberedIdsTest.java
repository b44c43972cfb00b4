// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.matching.domain.book.RowQueue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The index of remembered names finds what a map of the last ones would, however few slots it has and however often they are used anew. */
class RememberedIdsTest {

    private static final int ACCOUNTS = 3;

    private final ClientOrderId id = new ClientOrderId();

    @ParameterizedTest(name = "seed {0}: {1} of {2} names")
    @CsvSource({"1, 1, 5", "2, 2, 40", "3, 7, 9", "4, 8, 100000", "5, 100, 150", "6, 1000, 100000", "7, 1000, 1100"})
    void findsTheRowsThatAreNotForgottenAndNoOthers(long seed, int most, int names) {
        SplittableRandom random = new SplittableRandom(seed);
        RowQueue rows = new RowQueue(ClientRow.LONGS);
        RememberedIds ids = new RememberedIds(rows, most);
        Map<String, Integer> expected = new HashMap<>();
        Deque<String> order = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            String name = "order-" + random.nextInt(names);
            int account = random.nextInt(ACCOUNTS);
            String owned = account + " " + name;
            id.set(name);
            int found = ids.find(id, account);
            assertThat(found).as("step %d", step).isEqualTo(expected.getOrDefault(owned, 0));
            if (found == 0) {
                int row = rows.add();
                ClientRow.write(rows.cells(row), rows.at(row), id, account);
                ids.add(row, id.key(account), 0, 0);
                expected.put(owned, row);
                order.add(owned);
            }
            // Most of the time as many as can be; at times nearly all are forgotten at once, as they are by age.
            int kept = random.nextInt(500) == 0 ? random.nextInt(most) : most;
            while (order.size() > kept) {
                expected.remove(order.remove());
                ids.drop();
                rows.drop(1);
            }
        }
    }
}
