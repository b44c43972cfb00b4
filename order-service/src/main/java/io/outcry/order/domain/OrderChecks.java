// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.name.Names;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a new order must look like before its symbol is looked at: every field for itself, and which terms go together. The first fault is
 * named, in the order of {@link OrderForm}.
 *
 * <p>The combinations are those of the matching engine, which would refuse any other as INVALID_COMMAND:
 *
 * <table>
 * <caption>Terms by type</caption>
 * <tr><th>type<th>price<th>stopPrice<th>quantity<th>timeInForce<th>postOnly<th>displayQuantity
 * <tr><td>LIMIT<td>yes<td>no<td>quantity<td>all<td>unless IOC or FOK<td>unless IOC or FOK
 * <tr><td>MARKET<td>no<td>no<td>quantity, or quoteQuantity with IOC<td>IOC, FOK<td>no<td>no
 * <tr><td>STOP_LOSS, TAKE_PROFIT<td>no<td>yes<td>quantity<td>IOC, FOK<td>no<td>no
 * <tr><td>STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT<td>yes<td>yes<td>quantity<td>all<td>no<td>unless IOC or FOK
 * </table>
 */
public final class OrderChecks {

    /** The last moment an order may be good till: the end of the year 9999, in milliseconds since the epoch. */
    public static final long MAX_EXPIRE_TIME = 253_402_300_799_999L;

    /**
     * How long after its end an order may still be a repeat, whose first outcome only the engine can tell: as long as it remembers a
     * clientOrderId at most. It refuses what is none.
     */
    public static final long REPEATED_MILLIS = 24L * 60 * 60 * 1_000;

    private static final String EXPIRE_TIME = "expireTime is in the future, in milliseconds since the epoch, at most " + MAX_EXPIRE_TIME;

    private static final Map<String, Side> SIDES = byName(Side.values());
    private static final Map<String, OrderType> TYPES = byName(OrderType.values());
    private static final Map<String, TimeInForce> TIMES = byName(TimeInForce.values());
    private static final Map<String, SelfTradePrevention> PREVENTIONS = byName(SelfTradePrevention.values());

    private final OrderForm form;

    private OrderChecks(OrderForm form) {
        this.form = form;
    }

    /**
     * Checks what can be checked without knowing the symbol.
     *
     * @param nowMillis since the epoch; an expireTime is after it, or, where the order has a clientOrderId, at most {@link #REPEATED_MILLIS}
     *     before it
     */
    public static Checked<OrderRequest> form(OrderForm form, long nowMillis) {
        try {
            return Checked.valid(new OrderChecks(form).request(nowMillis));
        } catch (FaultException e) {
            return Checked.refused(e.fault());
        }
    }

    /** The same order, or why it may not be a new one: it is over, which {@link #form} lets pass in what may be a repeat. */
    public static Checked<OrderRequest> asNew(OrderRequest order, long nowMillis) {
        boolean over = order.timeInForce() == TimeInForce.GTD && order.expireTimeMillis() <= nowMillis;
        return over ? Checked.refused(Fault.invalid("expireTime", EXPIRE_TIME)) : Checked.valid(order);
    }

    private OrderRequest request(long nowMillis) {
        String symbol = required("symbol", form.symbol());
        require(!symbol.isEmpty(), "symbol", "symbol has at least one character");
        Side side = named("side", required("side", form.side()), SIDES, "BUY or SELL");
        OrderType type = named("type", required("type", form.type()), TYPES,
                "LIMIT, MARKET, STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT or TAKE_PROFIT_LIMIT");
        TimeInForce time = timeInForce(type);
        long expireTime = expireTime(time, nowMillis);
        checkAmount(type, time);
        checkPrice("price", form.price(), type, type.hasPrice());
        checkPrice("stopPrice", form.stopPrice(), type, type.hasStopPrice());
        require(!form.postOnly() || type == OrderType.LIMIT && time.rests(), "postOnly", "only a LIMIT order that can rest is postOnly");
        checkDisplay(type.hasPrice() && time.rests());
        SelfTradePrevention prevention = form.selfTradePrevention() == null
                ? SelfTradePrevention.NONE
                : named("selfTradePrevention", form.selfTradePrevention(), PREVENTIONS,
                        "NONE, EXPIRE_TAKER, EXPIRE_MAKER, EXPIRE_BOTH or DECREMENT");
        String clientOrderId = form.clientOrderId();
        require(clientOrderId == null || Names.isClientOrderId(clientOrderId), "clientOrderId",
                "clientOrderId has " + Names.CLIENT_ORDER_ID_RULE);
        return new OrderRequest(
                symbol, side, type, time, expireTime, form.quantity(), form.quoteQuantity(), form.price(), form.stopPrice(),
                form.postOnly(), form.displayQuantity(), prevention, clientOrderId == null ? "" : clientOrderId);
    }

    private TimeInForce timeInForce(OrderType type) {
        if (form.timeInForce() == null) {
            return type.hasPrice() ? TimeInForce.GTC : TimeInForce.IOC;
        }
        TimeInForce time = named("timeInForce", form.timeInForce(), TIMES, "GTC, IOC, FOK, GTD or DAY");
        if (!type.hasPrice() && time.rests()) {
            throw invalid("timeInForce", "a " + type + " order is IOC or FOK: it cannot rest");
        }
        return time;
    }

    private long expireTime(TimeInForce time, long nowMillis) {
        Long expireTime = form.expireTime();
        if (time != TimeInForce.GTD) {
            require(expireTime == null, "expireTime", "only a GTD order has an expireTime");
            return 0;
        }
        if (expireTime == null) {
            throw new FaultException(Fault.missing("expireTime"));
        }
        long over = form.clientOrderId() != null && Names.isClientOrderId(form.clientOrderId()) ? REPEATED_MILLIS : 0;
        require(expireTime > nowMillis - over && expireTime <= MAX_EXPIRE_TIME, "expireTime", EXPIRE_TIME);
        return expireTime;
    }

    private void checkAmount(OrderType type, TimeInForce time) {
        if (form.quoteQuantity() == null) {
            positive("quantity", required("quantity", form.quantity()));
            return;
        }
        require(type == OrderType.MARKET, "quoteQuantity", "only a MARKET order has a quoteQuantity");
        require(form.quantity() == null, "quoteQuantity", "an order has either quantity or quoteQuantity");
        require(time == TimeInForce.IOC, "timeInForce", "an order by quoteQuantity is IOC");
        positive("quoteQuantity", form.quoteQuantity());
    }

    private static void checkPrice(String field, @Nullable String price, OrderType type, boolean needed) {
        if (needed) {
            positive(field, required(field, price));
        } else if (price != null) {
            throw invalid(field, "a " + type + " order has no " + field);
        }
    }

    private void checkDisplay(boolean rests) {
        String display = form.displayQuantity();
        if (display != null) {
            require(rests, "displayQuantity", "only an order that can rest has a displayQuantity");
            positive("displayQuantity", display);
            boolean fits = new BigDecimal(display).compareTo(new BigDecimal(required("quantity", form.quantity()))) <= 0;
            require(fits, "displayQuantity", "displayQuantity is not above quantity");
        }
    }

    /** @throws FaultException unless {@code text} is a decimal above zero */
    static void positive(String field, String text) {
        if (!DecimalText.isDecimal(text)) {
            throw invalid(field, field + " is a decimal like 12.50: digits and one point, at most " + Decimals.MAX_LENGTH + " characters");
        }
        if (DecimalText.isZero(text)) {
            throw invalid(field, field + " is greater than zero");
        }
    }

    private static void require(boolean holds, String field, String detail) {
        if (!holds) {
            throw invalid(field, detail);
        }
    }

    private static FaultException invalid(String field, String detail) {
        return new FaultException(Fault.invalid(field, detail));
    }

    private static String required(String field, @Nullable String text) {
        if (text == null) {
            throw new FaultException(Fault.missing(field));
        }
        return text;
    }

    private static <E extends Enum<E>> E named(String field, String text, Map<String, E> names, String known) {
        E value = names.get(text);
        if (value == null) {
            throw invalid(field, field + " is " + known);
        }
        return value;
    }

    private static <E extends Enum<E>> Map<String, E> byName(E[] values) {
        return Arrays.stream(values).collect(Collectors.toUnmodifiableMap(Enum::name, Function.identity()));
    }
}
