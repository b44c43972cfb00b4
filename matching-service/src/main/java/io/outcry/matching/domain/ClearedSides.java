// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.HashMap;
import java.util.Map;

/**
 * Up to which place of the log accounts have no open order left on a side of a symbol, because they took them all out. Who takes all out
 * again need not look at older ones. That saves looking and decides nothing, so it is no part of the engine's state and may be forgotten.
 */
final class ClearedSides {

    private static final int MOST = 1 << 16;
    private static final int SIDES = Side.values().length;

    private final Map<Long, long[]> places = new HashMap<>();

    /** @return an order's id: the account has no order with a smaller one there; 0 if that is not known */
    long before(int listing, int account, Side side) {
        long[] known = places.get(key(listing, account));
        if (known == null) {
            return 0;
        }
        return side == Side.UNSPECIFIED ? Math.min(known[Side.BUY.ordinal()], known[Side.SELL.ordinal()]) : known[side.ordinal()];
    }

    /** Notes that the account has no order there with a smaller id than this one. */
    void clear(int listing, int account, Side side, long id) {
        if (places.size() == MOST) {
            places.clear();
        }
        long[] known = places.computeIfAbsent(key(listing, account), none -> new long[SIDES]);
        if (side == Side.UNSPECIFIED) {
            known[Side.BUY.ordinal()] = id;
            known[Side.SELL.ordinal()] = id;
        } else {
            known[side.ordinal()] = id;
        }
    }

    private static long key(int listing, int account) {
        return (long) listing << Integer.SIZE | Integer.toUnsignedLong(account);
    }
}
