// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.Command.AmendOrder;
import io.outcry.matching.domain.Command.CancelAll;
import io.outcry.matching.domain.Command.CancelByClientOrderId;
import io.outcry.matching.domain.Command.CancelOrder;
import io.outcry.matching.domain.Command.DefineInstrument;
import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.SetTradingState;
import io.outcry.matching.domain.Command.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** An endless stream of commands that is a function of its seed: crowded prices, bad values, repeats, stops, auctions, halts. */
public final class RandomCommands {

    /** The partition whose order ids the cancels and amends name. */
    public static final int PARTITION = 2;

    private static final long HOUR_US = 3_600_000_000L;

    private final SplittableRandom random;
    private final RandomOrders orders;
    private final RandomInstruments instruments;
    private final List<PlaceOrder> placed = new ArrayList<>();
    private final List<Long> placedIds = new ArrayList<>();
    private long nowUs;
    private long timeUs;
    private long offset;

    public RandomCommands(long seed) {
        this(seed, false);
    }

    /** @param deep whether books fill with thousands of orders, instead of meeting every rule often */
    RandomCommands(long seed, boolean deep) {
        random = new SplittableRandom(seed);
        instruments = new RandomInstruments(random, deep);
        orders = new RandomOrders(random, instruments);
        nowUs = random.nextInt(2) == 0 ? 0 : 24 * HOUR_US - random.nextLong(5_000);
    }

    /** The command for the next offset, which is counted from 0. */
    public Command next() {
        long at = offset++;
        nowUs += pause();
        timeUs = random.nextInt(100) == 0 ? nowUs - random.nextLong(HOUR_US) : nowUs;
        if (at < RandomInstruments.LISTED) {
            return new DefineInstrument(timeUs, instruments.define((int) at));
        }
        int choice = random.nextInt(100);
        if (choice < 66) {
            PlaceOrder place = placement();
            placed.add(place);
            placedIds.add(LogPosition.of(PARTITION, at));
            return RandomScales.of(place);
        }
        if (choice < 85) {
            return about(earlier());
        }
        return switch (choice) {
            case 85, 86 -> new CancelAll(timeUs, instruments.account(), instruments.symbol(), side());
            case 87, 88, 89, 90, 91 -> new Tick(timeUs, instruments.symbol());
            case 92 -> new DefineInstrument(timeUs, instruments.redefine());
            case 93 -> instruments.isCollecting()
                    ? new Tick(timeUs, instruments.symbol())
                    : new SetTradingState(timeUs, instruments.symbol(), anyState());
            case 94, 95, 96 ->
                new SetTradingState(timeUs, instruments.symbol(), instruments.isCollecting() ? TradingState.AUCTION : TradingState.TRADING);
            default -> new SetTradingState(timeUs, instruments.symbol(), TradingState.TRADING);
        };
    }

    private long pause() {
        return switch (random.nextInt(300)) {
            case 0 -> 26 * HOUR_US;
            case 1 -> random.nextLong(12 * HOUR_US);
            default -> random.nextLong(20);
        };
    }

    private PlaceOrder placement() {
        if (!placed.isEmpty() && random.nextInt(15) == 0) {
            return placed.get(earlier()).at(timeUs);
        }
        return orders.next(timeUs);
    }

    /** A cancel or an amend of an earlier order, mostly in its account's name. */
    private Command about(int index) {
        if (placed.isEmpty()) {
            return new CancelOrder(timeUs, "alice", 0);
        }
        PlaceOrder order = placed.get(index);
        String account = random.nextInt(20) == 0 ? instruments.account() : order.account();
        long id = switch (random.nextInt(100)) {
            case 0 -> 0;
            case 1 -> LogPosition.of(PARTITION, random.nextLong(offset));
            case 2 -> random.nextBoolean() ? -1 : placedIds.get(index) ^ 1L << random.nextInt(Long.SIZE);
            default -> placedIds.get(index);
        };
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> new CancelOrder(timeUs, account, id);
            case 3 -> new CancelByClientOrderId(timeUs, account, order.clientOrderId());
            default -> new AmendOrder(timeUs, account, id, orders.amendedPrice(order), orders.amendedQuantity(order));
        };
    }

    /** One of the last orders, the newest most likely. */
    private int earlier() {
        return Math.max(0, placed.size() - 1 - Math.min(random.nextInt(50), random.nextInt(50)));
    }

    private Side side() {
        return Side.values()[random.nextInt(3)];
    }

    private TradingState anyState() {
        return instruments.isDeep() ? TradingState.AUCTION : TradingState.values()[random.nextInt(TradingState.values().length)];
    }
}
