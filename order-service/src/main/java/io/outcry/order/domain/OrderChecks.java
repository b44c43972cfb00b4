// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import io.outcry.contracts.http.ErrorCode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a new order must look like. The first fault is named, in the order of the code: form before rules, and field by field as in the
 * public API: symbol, side, type, timeInForce, quantity, price, clientOrderId; then tick, lot, bounds, notional.
 */
public final class OrderChecks {

    /** Longest clientOrderId. */
    public static final int MAX_CLIENT_ORDER_ID = 36;

    private static final Map<String, Side> SIDES = Map.of("BUY", Side.BUY, "SELL", Side.SELL);
    private static final Map<String, OrderType> TYPES = Map.of("LIMIT", OrderType.LIMIT, "MARKET", OrderType.MARKET);
    private static final Map<String, TimeInForce> TIMES =
            Map.of("GTC", TimeInForce.GTC, "IOC", TimeInForce.IOC, "FOK", TimeInForce.FOK);
    private static final Set<String> LATER_TYPES = Set.of("STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT");
    private static final Set<String> LATER_TIMES = Set.of("GTD", "DAY");

    private OrderChecks() {}

    /** Checks what can be checked without knowing the symbol. */
    public static Checked<OrderRequest> form(OrderForm form) {
        String symbol = form.symbol();
        if (symbol == null) {
            return Checked.refused(Fault.missing("symbol"));
        }
        if (symbol.isEmpty() || symbol.length() > InstrumentChecks.MAX_SYMBOL) {
            return invalid("symbol", "symbol has 1 to " + InstrumentChecks.MAX_SYMBOL + " characters");
        }
        if (form.side() == null) {
            return Checked.refused(Fault.missing("side"));
        }
        Side side = SIDES.get(form.side());
        if (side == null) {
            return invalid("side", "side is BUY or SELL");
        }
        if (form.type() == null) {
            return Checked.refused(Fault.missing("type"));
        }
        OrderType type = TYPES.get(form.type());
        if (type == null) {
            return LATER_TYPES.contains(form.type())
                    ? Checked.refused(Fault.unsupported("type", form.type()))
                    : invalid("type", "type is LIMIT or MARKET");
        }
        return form(form, symbol, side, type);
    }

    private static Checked<OrderRequest> form(OrderForm form, String symbol, Side side, OrderType type) {
        TimeInForce time = defaultTime(type);
        if (form.timeInForce() != null) {
            time = TIMES.get(form.timeInForce());
            if (time == null) {
                return LATER_TIMES.contains(form.timeInForce())
                        ? Checked.refused(Fault.unsupported("timeInForce", form.timeInForce()))
                        : invalid("timeInForce", "timeInForce is GTC, IOC or FOK");
            }
            if (type == OrderType.MARKET && time == TimeInForce.GTC) {
                return invalid("timeInForce", "a MARKET order is IOC or FOK: it cannot rest");
            }
        }
        if (form.quantity() == null) {
            return Checked.refused(Fault.missing("quantity"));
        }
        Fault amount = positive("quantity", form.quantity());
        if (amount == null && type == OrderType.LIMIT) {
            amount = form.price() == null ? Fault.missing("price") : positive("price", form.price());
        } else if (amount == null && form.price() != null) {
            amount = Fault.invalid("price", "a MARKET order has no price");
        }
        if (amount != null) {
            return Checked.refused(amount);
        }
        String clientOrderId = form.clientOrderId();
        if (clientOrderId != null && !isClientOrderId(clientOrderId)) {
            return invalid("clientOrderId", "clientOrderId has 1 to " + MAX_CLIENT_ORDER_ID + " characters of A-Z a-z 0-9 - _ . :");
        }
        return Checked.valid(new OrderRequest(
                symbol, side, type, time, form.quantity(), form.price(), clientOrderId == null ? "" : clientOrderId));
    }

    /** Holds a well-formed order against the rules of its symbol. Market orders have no price, so no tick and no notional. */
    public static Checked<ValidOrder> rules(OrderRequest order, InstrumentRules rules) {
        long price = 0;
        if (order.price() != null) {
            try {
                price = Decimals.parse(order.price(), rules.priceScale());
            } catch (DecimalFormatException e) {
                return Checked
                        .refused(e.fault() == Decimals.Fault.TOO_FINE ? offTick(rules) : Fault.invalid("price", "price is too large"));
            }
            if (price % rules.tickSize() != 0) {
                return Checked.refused(offTick(rules));
            }
        }
        long quantity;
        try {
            quantity = Decimals.parse(order.quantity(), rules.quantityScale());
        } catch (DecimalFormatException e) {
            return Checked.refused(e.fault() == Decimals.Fault.TOO_FINE ? offLot(rules) : outOfRange(rules));
        }
        if (quantity % rules.lotSize() != 0) {
            return Checked.refused(offLot(rules));
        }
        if (quantity < rules.minQuantity() || quantity > rules.maxQuantity()) {
            return Checked.refused(outOfRange(rules));
        }
        if (Math.multiplyHigh(price, quantity) != 0 || price * quantity < 0) {
            return Checked
                    .refused(new Fault(ErrorCode.QUANTITY_OUT_OF_RANGE, "quantity", "price times quantity does not fit into 63 bits"));
        }
        if (order.price() != null && price * quantity < rules.minNotional()) {
            int scale = rules.priceScale() + rules.quantityScale();
            return Checked.refused(new Fault(
                    ErrorCode.MIN_NOTIONAL,
                    "quantity",
                    "price times quantity is at least " + Decimals.formatWide(0, rules.minNotional(), scale, rules.priceScale())));
        }
        return Checked.valid(new ValidOrder(order, rules, price, quantity));
    }

    /** True for 1 to {@value #MAX_CLIENT_ORDER_ID} of {@code A-Za-z0-9-_.:}. */
    static boolean isClientOrderId(String text) {
        if (text.isEmpty() || text.length() > MAX_CLIENT_ORDER_ID) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (!letter && !(c >= '0' && c <= ':') && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static TimeInForce defaultTime(OrderType type) {
        return type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
    }

    private static @Nullable Fault positive(String field, String text) {
        if (!DecimalText.isDecimal(text)) {
            return Fault.invalid(field,
                    field + " is a decimal like 12.50: digits and one point, at most " + Decimals.MAX_LENGTH + " characters");
        }
        return DecimalText.isZero(text) ? Fault.invalid(field, field + " is greater than zero") : null;
    }

    private static Fault offTick(InstrumentRules rules) {
        String tick = Decimals.format(rules.tickSize(), rules.priceScale());
        return new Fault(ErrorCode.INVALID_TICK, "price", "price is a multiple of " + tick);
    }

    private static Fault offLot(InstrumentRules rules) {
        String lot = Decimals.format(rules.lotSize(), rules.quantityScale());
        return new Fault(ErrorCode.INVALID_LOT, "quantity", "quantity is a multiple of " + lot);
    }

    private static Fault outOfRange(InstrumentRules rules) {
        String from = Decimals.format(rules.minQuantity(), rules.quantityScale());
        String to = Decimals.format(rules.maxQuantity(), rules.quantityScale());
        return new Fault(ErrorCode.QUANTITY_OUT_OF_RANGE, "quantity", "quantity is between " + from + " and " + to);
    }

    private static <T> Checked<T> invalid(String field, String detail) {
        return Checked.refused(Fault.invalid(field, detail));
    }
}
