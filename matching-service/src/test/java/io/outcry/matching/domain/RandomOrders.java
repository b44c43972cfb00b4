// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.matching.domain.Command.PlaceOrder;
import java.util.SplittableRandom;

/** Orders of all types for a random stream, most of them sound, at prices that meet. */
final class RandomOrders {

    private static final long[] BAD_NUMBERS = {-1, 0, 1, 3, 1_001, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62};

    private final SplittableRandom random;
    private final RandomInstruments instruments;
    private final int names;
    private Side side = Side.BUY;

    RandomOrders(SplittableRandom random, RandomInstruments instruments) {
        this.random = random;
        this.instruments = instruments;
        names = random.nextInt(10, 200);
    }

    PlaceOrder next(long timeUs) {
        side = random.nextBoolean() ? Side.BUY : Side.SELL;
        if (instruments.isPlain() && random.nextInt(12) != 0) {
            return plain(timeUs);
        }
        OrderTicket ticket = OrderTicket.of(instruments.account(), side, type())
                .on(instruments.symbol())
                .named(name())
                .preventing(prevention());
        PlaceOrder order = switch (ticket.at(timeUs).type()) {
            case LIMIT -> limit(ticket, timeUs);
            case MARKET -> market(ticket, timeUs);
            case STOP_LOSS, TAKE_PROFIT -> stop(ticket, timeUs);
            case STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT -> stopLimit(ticket, timeUs);
            case UNSPECIFIED -> ticket.at(timeUs);
        };
        return random.nextInt(25) == 0 ? spoiled(order) : order;
    }

    /** Zero: unchanged. */
    long amendedPrice(PlaceOrder order) {
        return switch (random.nextInt(12)) {
            case 0 -> BAD_NUMBERS[random.nextInt(BAD_NUMBERS.length)];
            case 1, 2, 3, 4 -> instruments.isPlain() ? order.price() : 0;
            case 5 -> order.price();
            default -> {
                side = order.side();
                yield price();
            }
        };
    }

    /** Zero: unchanged. */
    long amendedQuantity(PlaceOrder order) {
        return switch (random.nextInt(12)) {
            case 0 -> BAD_NUMBERS[random.nextInt(BAD_NUMBERS.length)];
            case 1, 2, 3 -> 0;
            case 4 -> order.quantity();
            case 5, 6, 7 -> Math.max(1, order.quantity() / 2);
            default -> quantity();
        };
    }

    private PlaceOrder plain(long timeUs) {
        OrderTicket ticket = OrderTicket.limit(instruments.account(), side, quantity(), price()).on(instruments.symbol());
        return ticket.in(random.nextInt(6) == 0 ? TimeInForce.IOC : TimeInForce.GTC).at(timeUs);
    }

    private PlaceOrder limit(OrderTicket ticket, long timeUs) {
        ticket.quantity(quantity()).price(price());
        TimeInForce time = stay(ticket, timeUs);
        if (time.rests()) {
            if (random.nextInt(8) == 0) {
                ticket.postOnly();
            }
            show(ticket);
        }
        return ticket.at(timeUs);
    }

    private PlaceOrder market(OrderTicket ticket, long timeUs) {
        if (random.nextInt(3) == 0) {
            long budget = quantity() * instruments.middle() + random.nextInt(-50, 50);
            return ticket.quoteQuantity(Math.max(1, budget)).at(timeUs);
        }
        return ticket.quantity(quantity()).in(taking()).at(timeUs);
    }

    private PlaceOrder stop(OrderTicket ticket, long timeUs) {
        if (instruments.isKilling()) {
            boolean rising = (side == Side.BUY) == (ticket.at(timeUs).type() == OrderType.STOP_LOSS);
            return ticket.quantity(20).stopPrice(instruments.middle() + (rising ? -10 : 10)).in(TimeInForce.FOK).at(timeUs);
        }
        return ticket.quantity(quantity()).stopPrice(price()).in(taking()).at(timeUs);
    }

    private PlaceOrder stopLimit(OrderTicket ticket, long timeUs) {
        ticket.quantity(quantity()).stopPrice(price()).price(price());
        if (stay(ticket, timeUs).rests()) {
            show(ticket);
        }
        return ticket.at(timeUs);
    }

    private void show(OrderTicket ticket) {
        if (random.nextInt(4) == 0) {
            ticket.showing(instruments.isGiant() ? RandomInstruments.GIANT / random.nextLong(2, 9) : 2 * random.nextLong(1, 4));
        }
    }

    private TimeInForce stay(OrderTicket ticket, long timeUs) {
        TimeInForce time =
                switch (random.nextInt(instruments.isDeep() || instruments.isPlain() ? 100 : instruments.isCollecting() ? 30 : 12)) {
                    case 0 -> TimeInForce.IOC;
                    case 1 -> TimeInForce.FOK;
                    case 2, 3 -> TimeInForce.GTD;
                    case 4 -> TimeInForce.DAY;
                    default -> TimeInForce.GTC;
                };
        ticket.in(time);
        if (time == TimeInForce.GTD) {
            ticket.expiring(timeUs + random.nextLong(-20, 400));
        }
        return time;
    }

    private TimeInForce taking() {
        return random.nextInt(3) == 0 ? TimeInForce.FOK : TimeInForce.IOC;
    }

    private OrderType type() {
        if (instruments.isKilling() && random.nextInt(3) != 0) {
            return random.nextBoolean() ? OrderType.STOP_LOSS : OrderType.TAKE_PROFIT;
        }
        return switch (random.nextInt(instruments.isPlain() ? 200 : instruments.isCollecting() || instruments.isDeep() ? 50 : 20)) {
            case 0, 1, 2 -> OrderType.MARKET;
            case 3 -> OrderType.STOP_LOSS;
            case 4 -> OrderType.TAKE_PROFIT;
            case 5, 6 -> OrderType.STOP_LOSS_LIMIT;
            case 7, 8 -> OrderType.TAKE_PROFIT_LIMIT;
            default -> OrderType.LIMIT;
        };
    }

    private SelfTradePrevention prevention() {
        var modes = SelfTradePrevention.values();
        return modes[random.nextInt(modes.length)];
    }

    private String name() {
        return random.nextInt(3) == 0 ? "c" + random.nextInt(names) : "";
    }

    private long price() {
        if (instruments.isGiant()) {
            return random.nextLong(1, 4);
        }
        if (instruments.isDeep() || instruments.isPlain()) {
            long away = random.nextInt(4) == 0 ? random.nextLong(-40, 40) : random.nextLong(instruments.isDeep() ? 3_000 : 30);
            return instruments.middle() + (side == Side.BUY ? -away : away);
        }
        long steps = random.nextLong(-4, 5) + random.nextLong(-3, 4);
        return instruments.middle() + 2 * steps + (random.nextInt(20) == 0 ? 1 : 0);
    }

    private long quantity() {
        if (instruments.isGiant()) {
            return RandomInstruments.GIANT / random.nextLong(1, 6);
        }
        return switch (random.nextInt(25)) {
            case 0 -> random.nextLong(1, 20);
            case 1 -> 2 * random.nextLong(30, 140);
            default -> 2 * random.nextLong(2, 10);
        };
    }

    /** The order with one thing in it that does not belong there. */
    private PlaceOrder spoiled(PlaceOrder order) {
        int what = random.nextInt(13);
        long bad = BAD_NUMBERS[random.nextInt(BAD_NUMBERS.length)];
        String badName = random.nextBoolean() ? "x".repeat(random.nextInt(36, 38)) : "a b";
        return new PlaceOrder(
                order.timeUs(),
                order.account(),
                what == 0 ? badName : order.clientOrderId(),
                order.symbol(),
                what == 1 ? Side.UNSPECIFIED : order.side(),
                what == 2 ? OrderType.UNSPECIFIED : order.type(),
                what == 3 ? TimeInForce.values()[random.nextInt(TimeInForce.values().length)] : order.timeInForce(),
                order.selfTradePrevention(),
                what == 4 || order.postOnly(),
                what == 5 ? bad : what == 12 ? Long.MAX_VALUE : order.price(),
                what == 6 ? bad : what == 12 ? 1 : order.quantity(),
                what == 7 ? bad : order.stopPrice(),
                what == 8 ? bad : order.quoteQuantity(),
                what >= 9 && what < 11 ? bad : order.displayQuantity(),
                what == 11 ? bad : order.expireTimeUs());
    }
}
