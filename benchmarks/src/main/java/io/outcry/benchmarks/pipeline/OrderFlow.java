// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import java.util.SplittableRandom;

/**
 * The commands of one symbol: its rules, then orders without end: 25 % market, 50 % limit, 15 % immediate-or-cancel, 10 % fill-or-kill.
 *
 * <p>Prices are spread evenly over 59,900.00 to 60,100.00 and quantities over 0.1 to 2.0; buys and sells alternate, and so do the two
 * accounts; each order has a clientOrderId of its own. The same seed gives the same bytes.
 */
public final class OrderFlow {

    private static final long BEGIN_US = 1_763_700_000_000_000L;
    private static final long STEP_US = 400;
    private static final long LOWEST_PRICE = 5_990_000;
    private static final long PRICES = 20_001;
    private static final long LEAST_QUANTITY = 10_000;
    private static final long QUANTITIES = 190_001;

    private final SplittableRandom random;
    private final String symbol;
    private long next;

    public OrderFlow(long seed, String symbol) {
        random = new SplittableRandom(seed);
        this.symbol = symbol;
    }

    /** The next command's bytes. */
    public byte[] next() {
        long number = next++;
        OrderCommand.Builder command = OrderCommand.newBuilder().setTimeUs(BEGIN_US + number * STEP_US);
        if (number == 0) {
            command.setDefineInstrument(DefineInstrument.newBuilder().setInstrument(rules()));
        } else {
            command.setPlace(order(number));
        }
        return command.build().toByteArray();
    }

    private PlaceOrder.Builder order(long number) {
        int draw = random.nextInt(100);
        long price = LOWEST_PRICE + random.nextLong(PRICES);
        PlaceOrder.Builder order = PlaceOrder.newBuilder()
                .setAccount(number / 2 % 2 == 0 ? "alice" : "bob")
                .setClientOrderId("order-" + number)
                .setSymbol(symbol)
                .setSide(number % 2 == 0 ? Side.SIDE_BUY : Side.SIDE_SELL)
                .setQuantity(LEAST_QUANTITY + random.nextLong(QUANTITIES));
        if (draw < 25) {
            return order.setType(OrderType.ORDER_TYPE_MARKET).setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC);
        }
        TimeInForce timeInForce = draw < 75
                ? TimeInForce.TIME_IN_FORCE_GTC
                : draw < 90 ? TimeInForce.TIME_IN_FORCE_IOC : TimeInForce.TIME_IN_FORCE_FOK;
        return order.setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(timeInForce).setPrice(price);
    }

    private Instrument.Builder rules() {
        return Instrument.newBuilder()
                .setSymbol(symbol)
                .setBaseAsset("BTC")
                .setQuoteAsset("USD")
                .setPriceScale(2)
                .setQuantityScale(5)
                .setTickSize(1)
                .setLotSize(1)
                .setMinQuantity(1)
                .setMaxQuantity(100_000_000)
                .setMakerFeeBps(10)
                .setTakerFeeBps(20)
                .setTier(Tier.TIER_HOT);
    }
}
