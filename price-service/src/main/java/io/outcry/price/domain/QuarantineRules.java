// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * When a venue that keeps far from the price is not heard any more, and when it is again.
 *
 * @param deviationBps farther from the price than this is outside, in hundredths of a percent
 * @param outsideMicros outside for so long without a break: quarantined
 * @param episodes that many times outside within {@code episodeWindowMicros}: quarantined, too
 * @param episodeWindowMicros see {@code episodes}
 * @param insideMicros back inside for so long without a break: heard again
 */
public record QuarantineRules(int deviationBps, long outsideMicros, int episodes, long episodeWindowMicros, long insideMicros) {

    /** Three percent; five minutes, or four times in half an hour; five minutes back. */
    public static final QuarantineRules STANDARD = new QuarantineRules(300, 300_000_000, 4, 1_800_000_000, 300_000_000);

    public QuarantineRules {
        if (deviationBps < 1 || outsideMicros < 1 || episodes < 2 || episodes > 64 || episodeWindowMicros < 1 || insideMicros < 1) {
            throw new IllegalArgumentException("rules of quarantine must be positive, with 2 to 64 episodes");
        }
    }

    /** Whether {@code mid} is outside. */
    boolean isOutside(long mid, long price) {
        // Both are at most Quote.MAX_PRICE: their difference cannot overflow, and the products need 128 bits.
        long distance = Math.abs(mid - price);
        long high = Math.multiplyHigh(distance, 10_000L);
        long limitHigh = Math.multiplyHigh(price, deviationBps);
        return high != limitHigh ? high > limitHigh : Long.compareUnsigned(distance * 10_000L, price * deviationBps) > 0;
    }
}
