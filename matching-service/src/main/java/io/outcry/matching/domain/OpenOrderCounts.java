// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * How many open orders each account has on one symbol. Accounts are numbers that are given as they come, one after the other, so they are
 * mixed: unmixed they would stand in long runs, and a number that lies between those of a run, or comes once more, would walk through it.
 */
final class OpenOrderCounts {

    private static final int FIRST = 16;

    /** 2^32 divided by the golden ratio: consecutive numbers come to stand far apart. */
    private static final int MIX = 0x9E37_79B9;

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
        if (room() < 0) {
            grow();
        }
    }

    /** How many more accounts it takes before it is made anew. */
    int room() {
        return accounts.length / 2 - taken;
    }

    /** The slot of an account, or the free one where it would stand. */
    private int slot(int account) {
        int slot = account * MIX >>> Integer.numberOfLeadingZeros(accounts.length - 1);
        while (accounts[slot] != 0 && accounts[slot] != account + 1) {
            slot = slot + 1 & accounts.length - 1;
        }
        return slot;
    }

    /** Afterwards it is at most a quarter full, so that as many must come anew before the next time, whatever comes and goes. */
    private void grow() {
        int[] oldAccounts = accounts;
        int[] oldCounts = counts;
        int live = 0;
        for (int count : oldCounts) {
            live += count == 0 ? 0 : 1;
        }
        int size = Math.max(FIRST, Integer.highestOneBit(live) * 8);
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
