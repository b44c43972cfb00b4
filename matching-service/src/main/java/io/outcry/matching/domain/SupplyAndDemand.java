// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is bid and what is asked at each price of a book, kept from command to command while the symbol is in an auction, so that where the
 * auction would trade is found without a walk through all levels.
 *
 * <p>Prices stand in ascending order, in blocks that know their sums: a search looks at each block, and at the prices of a few of them. Two
 * neighbours always hold more than half of what one may, so there are few blocks however many prices have come and gone.
 */
final class SupplyAndDemand {

    /** Prices of a block at most. */
    private static final int BLOCK = 256;

    private final List<Block> blocks = new ArrayList<>();
    private long bid;

    /** Takes what would trade at a price. */
    interface Candidates {

        /**
         * @param demand what is bid at this price or higher
         * @param supply what is asked at this price or lower
         */
        void weigh(long price, long demand, long supply);
    }

    private static final class Block {
        private final long[] prices = new long[BLOCK];
        private final long[] bids = new long[BLOCK];
        private final long[] asks = new long[BLOCK];
        private int size;
        private long bid;
        private long asked;

        /** Bid here below the block's last price. */
        long bidBelowLast() {
            return bid - bids[size - 1];
        }

        /** Where a price stands; where it would, made negative less one, if it does not. */
        int find(long price) {
            return Arrays.binarySearch(prices, 0, size, price);
        }

        void change(int at, long newBid, long newAsked) {
            bid += newBid - bids[at];
            asked += newAsked - asks[at];
            bids[at] = newBid;
            asks[at] = newAsked;
        }

        void insert(int at, long price) {
            shift(at, at + 1);
            prices[at] = price;
            bids[at] = 0;
            asks[at] = 0;
        }

        void remove(int at) {
            shift(at + 1, at);
        }

        private void shift(int from, int to) {
            System.arraycopy(prices, from, prices, to, size - from);
            System.arraycopy(bids, from, bids, to, size - from);
            System.arraycopy(asks, from, asks, to, size - from);
            size += to - from;
        }

        /** Takes over the prices of a block from one of them on. */
        void append(Block other, int from) {
            for (int i = from; i < other.size; i++) {
                insert(size, other.prices[i]);
                change(size - 1, other.bids[i], other.asks[i]);
            }
        }

        /** The upper half, which is not here any more. */
        Block split() {
            Block upper = new Block();
            int half = size / 2;
            upper.append(this, half);
            size = half;
            bid -= upper.bid;
            asked -= upper.asked;
            return upper;
        }
    }

    /** Says what is bid and asked at a price from now on. */
    void set(long price, long newBid, long newAsked) {
        boolean gone = newBid == 0 && newAsked == 0;
        if (blocks.isEmpty()) {
            if (gone) {
                return;
            }
            blocks.add(new Block());
        }
        int number = blockOf(price);
        Block block = blocks.get(number);
        int at = block.find(price);
        if (at < 0) {
            if (gone) {
                return;
            }
            if (block.size == BLOCK) {
                blocks.add(number + 1, block.split());
                block = blocks.get(blockOf(price));
                at = block.find(price);
            }
            at = -at - 1;
            block.insert(at, price);
        }
        bid += newBid - block.bids[at];
        block.change(at, newBid, newAsked);
        if (gone) {
            block.remove(at);
            if (block.size == 0) {
                blocks.remove(number);
            } else {
                join(number);
                join(number - 1);
            }
        }
    }

    /** Makes one block of this one and the next, if they are so small. */
    private void join(int number) {
        if (number >= 0 && number + 1 < blocks.size() && blocks.get(number).size + blocks.get(number + 1).size <= BLOCK / 2) {
            blocks.get(number).append(blocks.remove(number + 1), 0);
        }
    }

    int blocks() {
        return blocks.size();
    }

    /** The block where a price stands or would; the first one if it is below all. */
    private int blockOf(long price) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (blocks.get(middle).prices[0] <= price) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /**
     * Hands over, ascending, the prices around the one from which on supply is more than demand. Among them are all with the largest volume and,
     * of these, the smallest imbalance: below that price the volume is the supply, which is less at each lower price, or the same where only bids
     * stand between; and then the imbalance is larger, but for one price at most. Above it is the mirror of that.
     */
    void aroundTheMeeting(Candidates candidates) {
        int meeting = 0;
        long below = 0;
        long asked = 0;
        while (meeting < blocks.size()) {
            Block block = blocks.get(meeting);
            if (asked + block.asked > bid - below - block.bidBelowLast()) {
                break;
            }
            below += block.bid;
            asked += block.asked;
            meeting++;
        }
        // Two prices below it and two from it on are enough, and no block is empty.
        int from = Math.max(0, meeting - 2);
        for (int number = from; number < meeting; number++) {
            below -= blocks.get(number).bid;
            asked -= blocks.get(number).asked;
        }
        for (int number = from; number < Math.min(blocks.size(), meeting + 2); number++) {
            Block block = blocks.get(number);
            for (int i = 0; i < block.size; i++) {
                asked += block.asks[i];
                candidates.weigh(block.prices[i], bid - below, asked);
                below += block.bids[i];
            }
        }
    }

    /** Hands over one price, whether or not an order has it. */
    void at(long price, Candidates candidates) {
        long below = 0;
        long asked = 0;
        for (Block block : blocks) {
            if (block.prices[block.size - 1] < price) {
                below += block.bid;
                asked += block.asked;
                continue;
            }
            for (int i = 0; i < block.size && block.prices[i] <= price; i++) {
                below += block.prices[i] < price ? block.bids[i] : 0;
                asked += block.asks[i];
            }
            break;
        }
        candidates.weigh(price, bid - below, asked);
    }
}
