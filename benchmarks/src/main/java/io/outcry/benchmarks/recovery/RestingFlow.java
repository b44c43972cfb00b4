// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The commands that fill the books of a partition: the rules of ten symbols, then limit orders that never meet, spread evenly over the
 * symbols, 10,000 prices a side and 1,000 accounts, each with a clientOrderId.
 */
final class RestingFlow implements Supplier<byte[]> {

    /** Commands before the first order. */
    static final int SYMBOLS = 10;

    private static final long BEGIN_US = 1_763_700_000_000_000L;
    private static final long MIDDLE_PRICE = 1_000_000;
    private static final int PRICES = 10_000;
    private static final int ACCOUNTS = 1_000;

    private final SplittableRandom random;
    private long next;

    RestingFlow(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public byte[] get() {
        long number = next++;
        OrderCommand.Builder command = OrderCommand.newBuilder().setTimeUs(BEGIN_US + number);
        if (number < SYMBOLS) {
            command.setDefineInstrument(DefineInstrument.newBuilder().setInstrument(rules(number)));
        } else {
            command.setPlace(order(number));
        }
        return command.build().toByteArray();
    }

    private PlaceOrder.Builder order(long number) {
        boolean buy = random.nextBoolean();
        long away = 1 + random.nextInt(PRICES);
        return PlaceOrder.newBuilder()
                .setAccount("account-" + random.nextInt(ACCOUNTS))
                .setClientOrderId("order-" + number)
                .setSymbol(symbol(number % SYMBOLS))
                .setSide(buy ? Side.SIDE_BUY : Side.SIDE_SELL)
                .setType(OrderType.ORDER_TYPE_LIMIT)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setPrice(buy ? MIDDLE_PRICE - away : MIDDLE_PRICE + away)
                .setQuantity(1 + random.nextInt(1_000));
    }

    private static String symbol(long number) {
        return "REST" + number + "-USD";
    }

    private static Instrument.Builder rules(long number) {
        return Instrument.newBuilder()
                .setSymbol(symbol(number))
                .setBaseAsset("REST" + number)
                .setQuoteAsset("USD")
                .setPriceScale(2)
                .setQuantityScale(2)
                .setTickSize(1)
                .setLotSize(1)
                .setMinQuantity(1)
                .setMaxQuantity(1_000_000)
                .setTier(Tier.TIER_HOT);
    }
}
