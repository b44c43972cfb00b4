// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** An endless stream of commands that is a function of its seed: crowded prices, bad values, repeats, halts. */
public final class RandomCommands {

    /** The partition whose order ids the cancels name. */
    public static final int PARTITION = 2;

    private static final String[] SYMBOLS = {"A-USD", "B-USD", "NOPE"};
    private static final String[] ACCOUNTS = {"alice", "bob", "carol"};

    private final SplittableRandom random;
    private @Nullable PlaceOrder named;
    private long timeUs;
    private long offset;

    public RandomCommands(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The command for the next offset, which is counted from 0. */
    public Command next() {
        long at = offset++;
        timeUs += random.nextInt(-5, 20);
        if (at < 2) {
            return define(SYMBOLS[(int) at]);
        }
        int choice = random.nextInt(100);
        if (choice < 72) {
            return place();
        }
        if (choice < 95) {
            long order = LogPosition.of(PARTITION, random.nextLong(Math.max(0, at - 200), at));
            return new CancelOrder(timeUs, ACCOUNTS[random.nextInt(3)], order);
        }
        return switch (choice) {
            case 95 -> define(SYMBOLS[random.nextInt(2)]);
            case 96 -> new SetTradingState(
                    timeUs, SYMBOLS[random.nextInt(3)], TradingState.values()[random.nextInt(TradingState.values().length)]);
            case 97 -> new Tick(timeUs);
            default -> new SetTradingState(timeUs, SYMBOLS[random.nextInt(2)], TradingState.TRADING);
        };
    }

    private Command define(String symbol) {
        int scale = random.nextInt(50) == 0 ? 3 : 2;
        return new DefineInstrument(timeUs, new Instrument(
                symbol, "A", "USD", scale, 4, random.nextInt(1, 3), random.nextInt(1, 3), 1, 1_000, 400,
                random.nextInt(2) * 2_000, 0, 0, Tier.HOT));
    }

    private Command place() {
        PlaceOrder earlier = named;
        if (earlier != null && random.nextInt(15) == 0) {
            return earlier;
        }
        PlaceOrder placement = newPlacement();
        if (!placement.clientOrderId().isEmpty() && random.nextInt(3) == 0) {
            named = placement;
        }
        return placement;
    }

    private PlaceOrder newPlacement() {
        OrderType type = random.nextInt(6) == 0 ? OrderType.MARKET : OrderType.LIMIT;
        TimeInForce timeInForce = switch (random.nextInt(10)) {
            case 0 -> TimeInForce.FOK;
            case 1, 2 -> TimeInForce.IOC;
            default -> type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
        };
        long price = type == OrderType.MARKET ? 0 : 2 * random.nextLong(45, 56) + (random.nextInt(20) == 0 ? 1 : 0);
        return new PlaceOrder(
                timeUs,
                ACCOUNTS[random.nextInt(3)],
                random.nextInt(4) == 0 ? "" + random.nextInt(200) : "",
                SYMBOLS[random.nextInt(20) == 0 ? 2 : random.nextInt(2)],
                random.nextBoolean() ? Side.BUY : Side.SELL,
                type,
                timeInForce,
                price,
                quantity());
    }

    private long quantity() {
        return switch (random.nextInt(30)) {
            case 0 -> 1_002;
            case 1 -> 2 * random.nextLong(0, 20) + 1;
            default -> 2 * random.nextLong(0, 20);
        };
    }
}
