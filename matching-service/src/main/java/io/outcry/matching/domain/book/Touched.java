// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.book;

import java.util.Arrays;

/**
 * The orders and the levels that the present command has touched, each once, in the order of the first time. Most commands touch one of each,
 * which costs a store; further ones carry the command's number as a mark.
 *
 * <p>A level that lost its last order stays readable until the next command begins, and is the same level again if an order comes back to
 * its price in between.
 */
public final class Touched {

    private final Rows rows;
    private final LevelRows levels;
    private long number;
    private int firstOrder;
    private int firstLevel;
    private int otherOrders;
    private int otherLevels;
    private int emptied;
    private int[] orders = new int[16];
    private int[] levelHandles = new int[16];

    public Touched(Rows rows, LevelRows levels) {
        this.rows = rows;
        this.levels = levels;
    }

    /** Begins the next command: nothing is touched any more, and levels without orders are given back. */
    public void next() {
        number++;
        if (emptied != 0) {
            freeEmptied();
        }
        firstOrder = 0;
        firstLevel = 0;
        otherOrders = 0;
        otherLevels = 0;
    }

    private void freeEmptied() {
        for (int i = 0; i < levels(); i++) {
            if (levels.array()[level(i) + LevelRows.ORDERS] == 0) {
                levels.free(level(i));
            }
        }
        emptied = 0;
    }

    /** The number of the present command; 0 before the first. */
    public long number() {
        return number;
    }

    /** How many orders were touched. */
    public int orders() {
        return firstOrder == 0 ? 0 : 1 + otherOrders;
    }

    /** The order that was touched as number {@code index}. */
    public int order(int index) {
        return index == 0 ? firstOrder : orders[index - 1];
    }

    /** How many levels were touched. */
    public int levels() {
        return firstLevel == 0 ? 0 : 1 + otherLevels;
    }

    /** The level that was touched as number {@code index}. */
    public int level(int index) {
        return index == 0 ? firstLevel : levelHandles[index - 1];
    }

    /** Adds an order, unless it was touched before. */
    public void touchOrder(int order) {
        if (firstOrder == 0) {
            firstOrder = order;
        } else if (order != firstOrder) {
            touchOther(order);
        }
    }

    private void touchOther(int order) {
        long[] cells = rows.cells();
        if (cells[order + OrderRow.TOUCHED] != number) {
            cells[order + OrderRow.TOUCHED] = number;
            if (otherOrders == orders.length) {
                orders = Arrays.copyOf(orders, otherOrders * 2);
            }
            orders[otherOrders++] = order;
        }
    }

    void touchLevel(int level, long[] array) {
        if (firstLevel == 0) {
            firstLevel = level;
        } else if (level != firstLevel) {
            touchOther(level, array);
        }
    }

    private void touchOther(int level, long[] array) {
        if (array[level + LevelRows.TOUCHED] != number) {
            array[level + LevelRows.TOUCHED] = number;
            if (otherLevels == levelHandles.length) {
                levelHandles = Arrays.copyOf(levelHandles, otherLevels * 2);
            }
            levelHandles[otherLevels++] = level;
        }
    }

    void emptied() {
        emptied++;
    }

    /** The level of this price that the present command emptied, or 0. */
    int revive(int side, long price) {
        if (emptied == 0) {
            return 0;
        }
        long[] array = levels.array();
        for (int i = 0; i < levels(); i++) {
            int level = level(i);
            boolean same = array[level + LevelRows.PRICE] == price && array[level + LevelRows.SIDE] == side;
            if (same && array[level + LevelRows.ORDERS] == 0) {
                return level;
            }
        }
        return 0;
    }
}
