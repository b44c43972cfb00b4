// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * The orders and the levels that the present command has touched, each once, in the order of the first time. Most commands touch one or two
 * of each, which costs a store; further ones carry a mark until the next command.
 *
 * <p>A level that lost its last order stays readable until the next command begins, and is the same level again if an order comes back to
 * its price in between.
 */
public final class Touched {

    private final BookRows rows;
    private long number;
    private int firstOrder;
    private int secondOrder;
    private int firstLevel;
    private int secondLevel;
    private int otherOrders;
    private int otherLevels;
    private int emptied;

    /** Whether the present command leaves behind what the next one must put away. */
    private boolean unsettled;

    private int[] orders = new int[16];
    private int[] levels = new int[16];
    private int[] emptyLevels = new int[16];

    public Touched(BookRows rows) {
        this.rows = rows;
    }

    /** Begins the next command: nothing is touched any more. What {@link #isUnsettled} must be settled before. */
    public void next() {
        number++;
        firstOrder = 0;
        secondOrder = 0;
        firstLevel = 0;
        secondLevel = 0;
    }

    /** Whether there is something to {@link #settle}, or somebody said so with {@link #unsettle}. */
    public boolean isUnsettled() {
        return unsettled;
    }

    /** Makes {@link #isUnsettled} true until {@link #settle}. */
    public void unsettle() {
        unsettled = true;
    }

    /** Gives back the levels without orders, before the next command. */
    public void settle() {
        long[] hot = rows.hot();
        for (int i = 0; i < otherOrders; i++) {
            hot[orders[i] + OrderRow.FLAGS] &= ~OrderRow.TOUCHED;
        }
        for (int i = 0; i < otherLevels; i++) {
            hot[levels[i] + LevelRow.SIDE] &= ~LevelRow.TOUCHED;
        }
        for (int i = 0; i < emptied; i++) {
            rows.freeLevel(emptyLevels[i], hot);
        }
        emptied = 0;
        unsettled = false;
        otherOrders = 0;
        otherLevels = 0;
    }

    /** The number of the present command; 0 before the first. */
    public long number() {
        return number;
    }

    /** How many orders were touched. */
    public int orders() {
        return secondOrder != 0 ? 2 + otherOrders : firstOrder == 0 ? 0 : 1;
    }

    /** The order that was touched as number {@code index}. */
    public int order(int index) {
        return index == 0 ? firstOrder : index == 1 ? secondOrder : orders[index - 2];
    }

    /** How many levels were touched. */
    public int levels() {
        return secondLevel != 0 ? 2 + otherLevels : firstLevel == 0 ? 0 : 1;
    }

    /** The level that was touched as number {@code index}. */
    public int level(int index) {
        return index == 0 ? firstLevel : index == 1 ? secondLevel : levels[index - 2];
    }

    /** Adds the one order that a command is about, before any other. */
    public void touchFirstOrder(int order) {
        firstOrder = order;
    }

    /** Adds the one order that a command is about, and the level it changes, before any other. */
    public void touchFirst(int order, int level) {
        firstOrder = order;
        firstLevel = level;
    }

    /** As {@link #touchFirst(int, int)}, where it changes two levels. */
    public void touchFirst(int order, int level, int otherLevel) {
        firstOrder = order;
        firstLevel = level;
        secondLevel = otherLevel;
    }

    /** Adds an order, unless it was touched before. */
    public void touchOrder(int order) {
        if (firstOrder == 0) {
            firstOrder = order;
        } else if (order != firstOrder && order != secondOrder) {
            touchOther(order);
        }
    }

    private void touchOther(int order) {
        if (secondOrder == 0) {
            secondOrder = order;
            return;
        }
        long[] hot = rows.hot();
        if ((hot[order + OrderRow.FLAGS] & OrderRow.TOUCHED) == 0) {
            unsettled = true;
            hot[order + OrderRow.FLAGS] |= OrderRow.TOUCHED;
            if (otherOrders == orders.length) {
                orders = Arrays.copyOf(orders, otherOrders * 2);
            }
            orders[otherOrders++] = order;
        }
    }

    void touchLevel(int level, long[] hot) {
        if (firstLevel == 0) {
            firstLevel = level;
        } else if (level != firstLevel && level != secondLevel) {
            touchOther(level, hot);
        }
    }

    private void touchOther(int level, long[] hot) {
        if (secondLevel == 0) {
            secondLevel = level;
            return;
        }
        if ((hot[level + LevelRow.SIDE] & LevelRow.TOUCHED) == 0) {
            unsettled = true;
            hot[level + LevelRow.SIDE] |= LevelRow.TOUCHED;
            if (otherLevels == levels.length) {
                levels = Arrays.copyOf(levels, otherLevels * 2);
            }
            levels[otherLevels++] = level;
        }
    }

    /** Notes that a level has lost its last order. */
    void emptied(int level) {
        unsettled = true;
        if (emptied == emptyLevels.length) {
            emptyLevels = Arrays.copyOf(emptyLevels, emptied * 2);
        }
        emptyLevels[emptied++] = level;
    }

    /** The level of this price that the present command emptied, which counts as emptied no more; or 0. */
    int revive(int side, long price) {
        long[] hot = rows.hot();
        for (int i = 0; i < emptied; i++) {
            int level = emptyLevels[i];
            if (hot[level + LevelRow.PRICE] == price && (int) hot[level + LevelRow.SIDE] == side) {
                emptyLevels[i] = emptyLevels[--emptied];
                return level;
            }
        }
        return 0;
    }

    /** Goes on as if it had seen so many commands. */
    public void restore(long commands) {
        number = commands;
    }
}
