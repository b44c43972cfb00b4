// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/**
 * The second workload: 82 % amends of the price, 6 % cancels, 9 % good-till-cancel and 3 % immediate-or-cancel orders over a book that
 * keeps about {@code resting} orders, each amend and cancel of an order drawn from all of them. A book plays along while the stream is
 * drawn, so every id named is one that rests. Depth behind the mid price is exponential, 25 ticks on average at 1,000 orders and with
 * the root of their number beyond; the mid price takes a step in one message of five hundred, so a few amends trade.
 */
final class RandomIdWorkload {

    private static final int FIRST_MID = 100_000;
    private static final int LARGEST_QUANTITY = 100;
    private static final double AMEND_SHARE = 0.82;
    private static final double CANCEL_SHARE = AMEND_SHARE + 0.06;
    private static final double REST_SHARE = CANCEL_SHARE + 0.09;
    private static final double STEP_SHARE = 0.002;

    private final MersenneTwister random;
    private final MessageStream.Builder messages;
    private final RestingOrders orders;
    private final int resting;
    private final double meanDepth;
    private int mid = FIRST_MID;
    private int lastId;

    private RandomIdWorkload(int seed, int resting, int count, BookUnderTest.Factory books) {
        this.random = new MersenneTwister(seed);
        this.messages = new MessageStream.Builder(resting + count);
        this.orders = new RestingOrders(resting + count, books);
        this.resting = resting;
        this.meanDepth = 25 * StrictMath.sqrt(resting / 1000.0);
    }

    /**
     * @param seed    of the random numbers, 32 bits read as unsigned
     * @param resting orders that the book holds before the first timed message, and about as many after the last
     * @param count   timed messages
     * @param books   opens the book that plays along
     */
    static MessageStream generate(int seed, int resting, int count, BookUnderTest.Factory books) {
        RandomIdWorkload workload = new RandomIdWorkload(seed, resting, count, books);
        for (int i = 0; i < resting; i++) {
            workload.rest();
        }
        workload.messages.timeFromHere();
        for (int i = 0; i < count; i++) {
            workload.drawMessage();
        }
        return workload.messages.build();
    }

    private void drawMessage() {
        if (random.uniform() < STEP_SHARE) {
            mid += random.uniform() < 0.5 ? -1 : 1;
        }
        double kind = random.uniform();
        int count = orders.count();
        if (kind < AMEND_SHARE && count > 0) {
            int id = orders.draw(random.uniform());
            boolean buy = orders.buys(id);
            int price = behindMid(buy);
            // An amend that changes nothing keeps its place; so that all engines agree, none does.
            send(MessageStream.MOVE, buy, id, price == orders.price(id) ? price + (buy ? -1 : 1) : price, orders.open(id));
        } else if (kind < CANCEL_SHARE ? count < resting - resting / 10 : kind < REST_SHARE && count <= resting + resting / 10) {
            rest();
        } else if (kind < REST_SHARE) {
            int id = orders.draw(random.uniform());
            send(MessageStream.CANCEL, orders.buys(id), id, 0, 0);
        } else {
            boolean buy = random.uniform() < 0.5;
            int through = (int) Math.ceil(meanDepth);
            send(MessageStream.IMMEDIATE_OR_CANCEL, buy, ++lastId, buy ? mid + through : mid - through,
                    random.uniform(1, LARGEST_QUANTITY));
        }
    }

    private void rest() {
        boolean buy = random.uniform() < 0.5;
        send(MessageStream.GOOD_TILL_CANCEL, buy, ++lastId, behindMid(buy), random.uniform(1, LARGEST_QUANTITY));
    }

    private int behindMid(boolean buy) {
        int behind = 1 + (int) random.exponential(1 / meanDepth);
        return Math.max(1, buy ? mid - behind : mid + behind);
    }

    private void send(int type, boolean buy, int id, int price, int quantity) {
        messages.add(type, buy, id, price, quantity, messages.size());
        orders.apply(type, buy, id, price, quantity);
    }
}
