// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * The bounds of what one engine remembers and does. They decide outcomes, so they are part of the code version and of no configuration:
 * a log that was written under one set cannot be replayed under another.
 *
 * @param rememberedPlacements placements with a client order id whose outcome can be repeated; the oldest is forgotten first
 * @param rememberedTrades trades kept with those placements in all; beyond it those of the oldest are forgotten, but for the newest one's
 * @param rememberedClosedOrders a power of two: so many consecutive positions of the log keep the account of a closed order each, so
 *     that a cancel finds it closed rather than unknown
 * @param fillsPerCommand trades that one command can lead to; beyond it a remainder expires, and an FOK order is not fillable
 * @param instruments symbols; beyond it a new one is refused
 * @param ordersPerBook resting and waiting orders of a symbol; beyond it an order that may rest is refused
 * @param activationsPerCommand stops that one command can set off; the next ones wait for the next command
 */
public record EngineLimits(
        int rememberedPlacements,
        int rememberedTrades,
        int rememberedClosedOrders,
        int fillsPerCommand,
        int instruments,
        int ordersPerBook,
        int activationsPerCommand) {

    /** What every deployed engine uses. */
    public static final EngineLimits STANDARD = new EngineLimits(100_000, 1_000_000, 524_288, 10_000, 100_000, 2_000_000, 1_000);

    /** Times as many resting orders as trades that one command looks at. */
    private static final int LOOKS_OF_FILL = 10;

    /** Stops that one command sets off, for each span of reached prices that it forgets. */
    private static final int ACTIVATIONS_OF_SPAN = 100;

    /** How long a placement is remembered at most, in microseconds of the engine's clock: a day. */
    public static final long REMEMBERED_US = 86_400_000_000L;

    /**
     * Parts that an iceberg may show one after the other. Each is a trade of its own: without a bound a single order would use up the trades of
     * every command that meets it.
     */
    public static final int ICEBERG_PARTS = 1_000;

    /**
     * Trades that are kept with one placement: of more, none is. A repeat costs its sender nothing, and what it tells is written to the log each
     * time.
     */
    public static final int TRADES_TOLD_AGAIN = 100;

    public EngineLimits {
        int smallest = Math.min(Math.min(rememberedPlacements, rememberedTrades), Math.min(fillsPerCommand, instruments));
        if (Math.min(smallest, Math.min(ordersPerBook, activationsPerCommand)) < 1 || Integer.bitCount(rememberedClosedOrders) != 1) {
            throw new IllegalArgumentException(
                    "limits are positive, remembered closed orders a power of two: " + rememberedPlacements + ", "
                            + rememberedTrades + ", " + rememberedClosedOrders + ", " + fillsPerCommand + ", " + instruments + ", "
                            + ordersPerBook + ", " + activationsPerCommand);
        }
    }

    /**
     * Resting orders that one command looks at to decide whether FOK orders can be filled: once it has, it sets off no more stops. Each such
     * order looks at as many as the command has trades left, and pays for none of them, so this bounds what stops cost that never trade.
     */
    public int looksPerCommand() {
        return LOOKS_OF_FILL * fillsPerCommand;
    }

    /**
     * Spans of reached prices that one command forgets, because no stop that is old enough is left in them: to see that of the next one may take a
     * walk past all newer stops, block by block.
     */
    public int spansPerCommand() {
        return Math.max(1, activationsPerCommand / ACTIVATIONS_OF_SPAN);
    }
}
