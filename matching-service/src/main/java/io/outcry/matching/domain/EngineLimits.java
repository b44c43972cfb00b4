// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * The bounds of what one engine remembers and does. They decide outcomes, so they are part of the code version and of no configuration:
 * a log that was written under one set cannot be replayed under another.
 *
 * @param rememberedPlacements placements with a client order id whose outcome can be repeated; the oldest is forgotten first
 * @param rememberedTrades trades kept with those placements in all; beyond it the oldest placements are forgotten, but for the newest one
 * @param rememberedClosedOrders orders that a cancel finds closed rather than unknown; the oldest is forgotten first
 * @param fillsPerCommand resting orders that one order can trade with; beyond it its remainder expires, and an FOK order is not fillable
 * @param instruments symbols; beyond it a new one is refused
 */
public record EngineLimits(
        int rememberedPlacements, int rememberedTrades, int rememberedClosedOrders, int fillsPerCommand, int instruments) {

    /** What every deployed engine uses. */
    public static final EngineLimits STANDARD = new EngineLimits(100_000, 1_000_000, 100_000, 10_000, 100_000);

    public EngineLimits {
        if (Math.min(Math.min(rememberedPlacements, rememberedTrades), Math.min(rememberedClosedOrders, instruments)) < 1
                || fillsPerCommand < 1) {
            throw new IllegalArgumentException("limits are positive: " + rememberedPlacements + ", " + rememberedTrades + ", "
                    + rememberedClosedOrders + ", " + fillsPerCommand + ", " + instruments);
        }
    }
}
