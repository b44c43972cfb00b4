// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * An endless stream of a partition's commands that is a function of its seed: all kinds and all terms, crowded prices, bad values,
 * repeats, auctions. Its clock starts in the year 2100, so that no order is over by a real clock.
 */
public final class RandomWireCommands {

    private static final String[] SYMBOLS = {"A-USD", "B-USD", "NOPE"};
    private static final String[] ACCOUNTS = {"alice", "bob", "carol"};
    private static final long YEAR_2100_US = 4_102_444_800_000_000L;
    private static final int[] RESTING = {
        TimeInForce.TIME_IN_FORCE_GTC_VALUE, TimeInForce.TIME_IN_FORCE_GTC_VALUE, TimeInForce.TIME_IN_FORCE_GTD_VALUE,
        TimeInForce.TIME_IN_FORCE_DAY_VALUE};

    private final SplittableRandom random;
    private final int partition;
    private PlaceOrder.@Nullable Builder named;
    private long timeUs;
    private long offset;
    private int made;

    /** @param firstOffset where the first command is expected to stand, for cancels and amendments to find orders */
    public RandomWireCommands(long seed, int partition, long firstOffset) {
        random = new SplittableRandom(seed);
        this.partition = partition;
        offset = firstOffset;
        timeUs = YEAR_2100_US + firstOffset * 10;
    }

    /** The command for the next offset. */
    public OrderCommand next() {
        offset++;
        timeUs += random.nextInt(1_000) == 0 ? 40_000_000_000L : random.nextInt(-5, 20);
        if (made < 2) {
            return define(SYMBOLS[made++]);
        }
        int choice = random.nextInt(100);
        if (choice < 66) {
            return placement(place());
        }
        if (choice < 75) {
            return WireCommands.cancel(timeUs, account(), earlier());
        }
        if (choice < 79) {
            return WireCommands.cancel(timeUs, account(), clientOrderId());
        }
        if (choice < 90) {
            return WireCommands.amend(timeUs, amendment());
        }
        return switch (choice) {
            case 90 -> WireCommands.massCancel(timeUs, account(), symbol(), Side.forNumber(random.nextInt(3)));
            case 91 -> define(SYMBOLS[random.nextInt(2)]);
            case 92 -> WireCommands.enter(timeUs, symbol(), TradingState.forNumber(random.nextInt(6)));
            case 93 -> WireCommands.enter(timeUs, SYMBOLS[random.nextInt(2)], TradingState.TRADING_STATE_AUCTION);
            case 94, 95 -> WireCommands.tick(timeUs, symbol());
            case 96 -> random.nextInt(3) == 0 ? WireCommands.activate(timeUs, random.nextInt(2)) : WireCommands.tick(timeUs, symbol());
            default -> WireCommands.enter(timeUs, SYMBOLS[random.nextInt(2)], TradingState.TRADING_STATE_TRADING);
        };
    }

    /** Some have digits of their own after the point; which ones follows from their numbers, so that a repeat is written as it was. */
    private OrderCommand placement(PlaceOrder.Builder place) {
        return switch ((int) ((place.getPrice() + 3 * place.getQuantity()) % 37)) {
            case 0 -> WireCommands.placeScaled(timeUs, place, 2, 5);
            case 1 -> WireCommands.placeScaled(timeUs, place, 3, 5);
            case 2 -> WireCommands.placeScaled(timeUs, place, 2, 6);
            case 3 -> WireCommands.placeScaled(timeUs, place, 1, 4);
            default -> WireCommands.place(timeUs, place);
        };
    }

    private OrderCommand define(String symbol) {
        return WireCommands.define(timeUs, WireCommands.rules()
                .setSymbol(symbol)
                .setPriceScale(random.nextInt(50) == 0 ? 3 : 2)
                .setTickSize(random.nextInt(1, 3))
                .setLotSize(random.nextInt(1, 3))
                .setMinNotional(400)
                .setMaxQuantity(1_000)
                .setMakerFeeBps(random.nextInt(-20, 20))
                .setPriceBandBps(random.nextInt(2) * 3_000)
                .setVolatilityBandBps(random.nextInt(2) * 1_000)
                .setMaxOpenOrders(random.nextInt(4) == 0 ? 4 : 0));
    }

    private PlaceOrder.Builder place() {
        PlaceOrder.Builder earlier = named;
        if (earlier != null && random.nextInt(15) == 0) {
            return earlier;
        }
        PlaceOrder.Builder placement = terms()
                .setAccount(account())
                .setSymbol(random.nextInt(20) == 0 ? SYMBOLS[2] : SYMBOLS[random.nextInt(2)])
                .setSideValue(random.nextInt(1, 3))
                .setSelfTradePrevention(SelfTradePrevention.forNumber(random.nextInt(6)));
        if (random.nextInt(4) == 0) {
            placement.setClientOrderId(clientOrderId());
            named = random.nextInt(3) == 0 ? placement : earlier;
        }
        return placement;
    }

    private PlaceOrder.Builder terms() {
        PlaceOrder.Builder terms = PlaceOrder.newBuilder().setQuantity(quantity());
        OrderType type = OrderType.forNumber(random.nextInt(2) == 0 ? 1 : random.nextInt(1, 7));
        boolean limited = type == OrderType.ORDER_TYPE_LIMIT
                || type == OrderType.ORDER_TYPE_STOP_LOSS_LIMIT
                || type == OrderType.ORDER_TYPE_TAKE_PROFIT_LIMIT;
        boolean rests = limited && random.nextInt(10) < 7;
        terms.setType(type).setTimeInForceValue(rests ? RESTING[random.nextInt(RESTING.length)] : random.nextInt(2, 4));
        if (limited) {
            terms.setPrice(price());
        }
        if (type.getNumber() > OrderType.ORDER_TYPE_MARKET_VALUE) {
            terms.setStopPrice(price());
        } else if (type == OrderType.ORDER_TYPE_LIMIT) {
            terms.setPostOnly(rests && random.nextInt(6) == 0);
        } else if (random.nextInt(3) == 0) {
            terms.setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC).setQuantity(0).setQuoteQuantity(random.nextLong(400, 4_000));
        }
        if (rests && random.nextInt(4) == 0) {
            terms.setDisplayQuantity(2 * random.nextLong(1, 6));
        }
        if (terms.getTimeInForce() == TimeInForce.TIME_IN_FORCE_GTD) {
            terms.setExpireTimeUs(timeUs + random.nextLong(1, 2_000));
        }
        return terms;
    }

    private AmendOrder.Builder amendment() {
        int priceScale = random.nextInt(1, 5);
        int quantityScale = random.nextInt(4, 7);
        long price = price() * (long) Math.pow(10, Math.max(0, priceScale - 2));
        long quantity = quantity() * (long) Math.pow(10, Math.max(0, quantityScale - 5));
        return AmendOrder.newBuilder()
                .setAccount(account())
                .setOrderId(earlier())
                .setPrice(random.nextInt(3) == 0 ? 0 : price)
                .setPriceScale(priceScale)
                .setQuantity(random.nextInt(3) == 0 ? 0 : quantity)
                .setQuantityScale(quantityScale);
    }

    /** The position of one of the commands before, which may be an order. */
    private long earlier() {
        return LogPosition.of(partition, random.nextLong(Math.max(0, offset - 100), offset));
    }

    private String account() {
        return ACCOUNTS[random.nextInt(ACCOUNTS.length)];
    }

    private String symbol() {
        return SYMBOLS[random.nextInt(SYMBOLS.length)];
    }

    private String clientOrderId() {
        return "c-" + random.nextInt(200);
    }

    private long price() {
        return 2 * random.nextLong(45, 56) + (random.nextInt(20) == 0 ? 1 : 0);
    }

    private long quantity() {
        return switch (random.nextInt(30)) {
            case 0 -> 1_002;
            case 1 -> 2 * random.nextLong(0, 20) + 1;
            default -> 2 * random.nextLong(1, 20);
        };
    }
}
