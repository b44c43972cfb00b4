// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

/**
 * The public matching workload: {@code count} new orders around a mid price that walks, shuffled, each with the amends and cancels that
 * may follow it. Written from its description; a stream is a function of seed, count, volatility and swing alone. Each amend and cancel
 * names the order of the message before it, so no engine may remember "the last order": {@link RandomIdWorkload} shows who does.
 */
final class PublicWorkload {

    private static final double TICK = 0.005;
    private static final double FIRST_MID = 167.52;
    private static final int LARGEST_QUANTITY = 100;
    private static final double IMMEDIATE_SHARE = 0.15;
    private static final double MODIFY_SHARE = 0.20;
    private static final double REPRICE_SHARE = 0.80;
    private static final double CANCEL_SHARE = 0.95;
    private static final double DUPLICATE_SHARE = 0.02;
    private static final double HALF_LIFE = 431;

    private final MersenneTwister random;
    private final int count;
    private final int[] levels;
    private final int[] prices;
    private final int[] quantities;
    private final MessageStream.Builder messages;
    private long now;

    private PublicWorkload(int seed, int count) {
        this.random = new MersenneTwister(seed);
        this.count = count;
        this.levels = new int[count];
        this.prices = new int[count];
        this.quantities = new int[count];
        this.messages = new MessageStream.Builder(count * 2 + count / 32);
    }

    /**
     * @param seed       of the random numbers, 32 bits read as unsigned
     * @param count      new orders, at least 1
     * @param volatility yearly, 0 for a mid price that stands still
     * @param swing      how far the mid price typically ends from where it started, as a share of it
     */
    static MessageStream generate(int seed, int count, double volatility, double swing) {
        PublicWorkload workload = new PublicWorkload(seed, count);
        workload.drawOrders(volatility, swing);
        workload.drawLives(workload.shuffled());
        return workload.messages.build();
    }

    private void drawOrders(double volatility, double swing) {
        double dt = volatility == 0 ? 0 : (swing / volatility) * (swing / volatility) / count;
        double s = volatility * StrictMath.sqrt(dt);
        double mid = FIRST_MID;
        DepthProfile depth = new DepthProfile();
        for (int i = 0; i < count; i++) {
            double step = random.normal();
            mid *= StrictMath.exp(-s * s / 2 + s * step);
            int midTicks = (int) Math.round(Math.round(mid / TICK) * TICK / TICK);
            levels[i] = depth.level(random.uniform());
            int behind = levels[i] + 1;
            prices[i] = Math.max(1, buys(i) ? midTicks - behind : midTicks + behind);
            quantities[i] = random.uniform(1, LARGEST_QUANTITY);
        }
    }

    private boolean buys(int order) {
        return order < count / 2;
    }

    private int[] shuffled() {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        for (int i = count - 1; i >= 1; i--) {
            int j = random.uniform(0, i);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    private void drawLives(int[] shuffled) {
        for (int order : shuffled) {
            boolean immediate = random.uniform() < IMMEDIATE_SHARE;
            add(immediate ? MessageStream.IMMEDIATE_OR_CANCEL : MessageStream.GOOD_TILL_CANCEL, order);
            if (!immediate) {
                boolean modified = random.uniform() < MODIFY_SHARE;
                if (modified) {
                    drawModify(order);
                }
                boolean cancelled = random.uniform() < CANCEL_SHARE;
                if (cancelled) {
                    drawCancel(order);
                }
                if (modified && cancelled && random.uniform() < DUPLICATE_SHARE) {
                    now += 1 + (long) (random.uniform() * 20);
                    add(MessageStream.MODIFY, order);
                }
            }
            now += 1;
        }
    }

    private void drawModify(int order) {
        now += 30 + (long) (random.uniform() * 70);
        if (random.uniform() < REPRICE_SHARE) {
            prices[order] += buys(order) ? 1 : -1;
        }
        quantities[order]++;
        add(MessageStream.MODIFY, order);
    }

    private void drawCancel(int order) {
        now += (long) random.exponential(StrictMath.log(2) / HALF_LIFE / StrictMath.sqrt(1.0 + levels[order]));
        add(MessageStream.CANCEL, order);
        if (random.uniform() < DUPLICATE_SHARE) {
            now += 1 + (long) (random.uniform() * 20);
            add(MessageStream.CANCEL, order);
        }
    }

    private void add(int type, int order) {
        messages.add(type, buys(order), order + 1, prices[order], quantities[order], now);
    }
}
