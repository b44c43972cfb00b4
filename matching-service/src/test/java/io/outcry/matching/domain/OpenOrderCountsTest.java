// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Open orders by account, as a map counts them. */
class OpenOrderCountsTest {

    private final OpenOrderCounts counts = new OpenOrderCounts();

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000, 20_000})
    void eachAccountIsCountedApartWhateverComesAndGoes(int accounts) {
        SplittableRandom random = new SplittableRandom(accounts);
        Map<Integer, Integer> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            int account = random.nextInt(accounts);
            int change = expected.getOrDefault(account, 0) != 0 && random.nextBoolean() ? -1 : 1;
            expected.merge(account, change, Integer::sum);
            counts.add(account, change);
            assertThat(counts.of(account)).isEqualTo(expected.get(account));
        }
        for (int account = 0; account < accounts; account++) {
            assertThat(counts.of(account)).as("account %s", account).isEqualTo(expected.getOrDefault(account, 0));
        }
    }

    /** Some accounts stay; each of the others places an order and cancels it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 14, 15, 16, 1_000})
    void itIsNotMadeAnewBeforeAsManyHaveComeAsStay(int staying) {
        int account = 0;
        while (account < staying) {
            counts.add(account++, 1);
        }
        int since = staying;
        for (int i = 0; i < 10 * staying; i++) {
            int room = counts.room();
            counts.add(account, 1);
            counts.add(account++, -1);
            if (counts.room() >= room) {
                assertThat(since).as("since the last time").isGreaterThanOrEqualTo(staying);
                since = 0;
            }
            since++;
        }
        assertThat(counts.of(0)).isEqualTo(1);
    }
}
