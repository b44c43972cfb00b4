// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * How many open orders each account has on one symbol. Accounts are numbers that are given as they come, so nobody chooses where they stand
 * here.
 */
final class OpenOrderCounts {

    private static final int FIRST = 16;

    /** One more than the account; zero: free. An account keeps its slot when it has no order left, until the next growth. */
    private int[] accounts = new int[FIRST];

    private int[] counts = new int[FIRST];
    private int taken;

    int of(int account) {
        return counts[slot(account)];
    }

    void add(int account, int change) {
        int slot = slot(account);
        if (accounts[slot] == 0) {
            accounts[slot] = account + 1;
            taken++;
        }
        counts[slot] += change;
        if (taken > accounts.length / 2) {
            grow();
        }
    }

    /** The slot of an account, or the free one where it would stand. */
    private int slot(int account) {
        int slot = account & accounts.length - 1;
        while (accounts[slot] != 0 && accounts[slot] != account + 1) {
            slot = slot + 1 & accounts.length - 1;
        }
        return slot;
    }

    private void grow() {
        int[] oldAccounts = accounts;
        int[] oldCounts = counts;
        int live = 0;
        for (int count : oldCounts) {
            live += count == 0 ? 0 : 1;
        }
        int size = Math.max(FIRST, Integer.highestOneBit(live) * 4);
        accounts = new int[size];
        counts = new int[size];
        taken = 0;
        for (int i = 0; i < oldCounts.length; i++) {
            if (oldCounts[i] != 0) {
                int slot = slot(oldAccounts[i] - 1);
                accounts[slot] = oldAccounts[i];
                counts[slot] = oldCounts[i];
                taken++;
            }
        }
    }
}
