// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The slots of one tier: as many as calls are needed for its symbols, evenly over the interval, and in each as many symbols as in any
 * other, give or take those that have left. With a new slot the others move closer together.
 */
final class TierSlots {

    private final long intervalMillis;
    private final int symbolsPerCall;
    private final Map<String, Integer> slotOf = new HashMap<>();
    private int[] load = new int[1];
    private int count = 1;

    TierSlots(long intervalMillis, int symbolsPerCall) {
        this.intervalMillis = intervalMillis;
        this.symbolsPerCall = symbolsPerCall;
    }

    void add(String symbol) {
        if (slotOf.size() == count * symbolsPerCall && count < intervalMillis) {
            count++;
            if (count > load.length) {
                load = Arrays.copyOf(load, 2 * load.length);
            }
            // The new slot takes its share from the others.
            int share = slotOf.size() / count;
            for (Map.Entry<String, Integer> entry : slotOf.entrySet()) {
                if (load[count - 1] < share && load[entry.getValue()] > share) {
                    move(entry, count - 1);
                }
            }
        }
        int slot = leastLoaded();
        load[slot]++;
        slotOf.put(symbol, slot);
    }

    private void move(Map.Entry<String, Integer> entry, int slot) {
        load[entry.getValue()]--;
        load[slot]++;
        entry.setValue(slot);
    }

    void remove(String symbol) {
        Integer slot = slotOf.remove(symbol);
        if (slot != null) {
            load[slot]--;
        }
    }

    int symbols() {
        return slotOf.size();
    }

    /** When the symbol's slot comes next, later than now. */
    long next(String symbol, long nowMillis) {
        long offset = slotOf.getOrDefault(symbol, 0) * intervalMillis / count;
        return nowMillis + intervalMillis - Math.floorMod(nowMillis - offset, intervalMillis);
    }

    private int leastLoaded() {
        int least = 0;
        for (int slot = 1; slot < count; slot++) {
            if (load[slot] < load[least]) {
                least = slot;
            }
        }
        return least;
    }
}
