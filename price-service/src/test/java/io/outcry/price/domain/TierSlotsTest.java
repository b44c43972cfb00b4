// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierSlotsTest {

    private static final int INTERVAL = 6_000;

    private final TierSlots slots = new TierSlots(INTERVAL, 100);

    /** One more than the calls carry, so the last slot is new. */
    @ParameterizedTest
    @CsvSource({"100, 1", "101, 2", "201, 3", "301, 4", "1001, 11"})
    void thereAreAsManySlotsAsCallsAndInEachAsManySymbols(int symbols, int calls) {
        add(symbols);
        assertThat(slots.symbols()).isEqualTo(symbols);
        Collection<Integer> loads = loads(symbols).values();
        assertThat(loads).hasSize(calls);
        assertThat(Collections.max(loads) - Collections.min(loads)).as("difference of %s", loads).isLessThanOrEqualTo(5);
    }

    @Test
    void theSlotsAreEvenlySpreadOverTheInterval() {
        add(301);
        assertThat(loads(301)).containsOnlyKeys(1_500L, 3_000L, 4_500L, 6_000L);
    }

    @Test
    void aSlotComesAfterNowAndOnceInAnInterval() {
        add(1);
        assertThat(slots.next("S0", 5_999)).isEqualTo(6_000);
        assertThat(slots.next("S0", 6_000)).isEqualTo(12_000);
        assertThat(slots.next("S0", -1)).isZero();
    }

    @Test
    void whoComesTakesThePlaceOfWhoHasLeft() {
        add(200);
        Map<Long, Integer> even = loads(200);
        for (int i = 0; i < 80; i++) {
            slots.remove("S" + i);
        }
        add(80);
        assertThat(loads(200)).isEqualTo(even);
    }

    private void add(int symbols) {
        for (int i = 0; i < symbols; i++) {
            slots.add("S" + i);
        }
    }

    /** Symbols by when their slot comes. */
    private Map<Long, Integer> loads(int symbols) {
        Map<Long, Integer> loads = new HashMap<>();
        for (int i = 0; i < symbols; i++) {
            loads.merge(slots.next("S" + i, 0), 1, Integer::sum);
        }
        return loads;
    }
}
