// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import io.outcry.contracts.http.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Holds a well-formed order against the rules of its symbol, in the engine's order of precedence: tick, lot, bounds, notional. Whether it is
 * refused is for the engine to say, which may know newer rules, and looks at the market (bands, the other side, the trading state) too; what is
 * said here tells the client which field it was.
 */
public final class RuleChecks {

    /** Parts that the engine lets an iceberg show one after the other. */
    public static final int ICEBERG_PARTS = 1_000;

    private final OrderRequest order;
    private final InstrumentRules rules;

    private RuleChecks(OrderRequest order, InstrumentRules rules) {
        this.order = order;
        this.rules = rules;
    }

    /** The order in the integers of its symbol, or the first rule it breaks. */
    public static Checked<ScaledOrder> check(OrderRequest order, InstrumentRules rules) {
        try {
            return Checked.valid(new RuleChecks(order, rules).valid());
        } catch (FaultException e) {
            return Checked.refused(e.fault());
        }
    }

    private ScaledOrder valid() {
        long price = price("price", order.price());
        long stopPrice = price("stopPrice", order.stopPrice());
        long quoteQuantity = quoteQuantity(order.quoteQuantity());
        long quantity = quantity("quantity", order.quantity());
        long displayQuantity = quantity("displayQuantity", order.displayQuantity());
        if (order.quantity() != null && (quantity < rules.minQuantity() || quantity > rules.maxQuantity())) {
            throw outOfRange();
        }
        if (displayQuantity != 0 && (quantity - 1) / displayQuantity >= ICEBERG_PARTS) {
            throw fault(ErrorCode.QUANTITY_OUT_OF_RANGE, "displayQuantity",
                    "quantity is at most " + ICEBERG_PARTS + " times displayQuantity");
        }
        if (Math.multiplyHigh(price, quantity) != 0 || price * quantity < 0) {
            throw fault(ErrorCode.QUANTITY_OUT_OF_RANGE, "quantity", "price times quantity does not fit into 63 bits");
        }
        if (order.price() != null && price * quantity < rules.minNotional()) {
            throw fault(ErrorCode.MIN_NOTIONAL, "quantity", "price times quantity is at least " + minNotional());
        }
        if (order.quoteQuantity() != null && quoteQuantity < rules.minNotional()) {
            throw fault(ErrorCode.MIN_NOTIONAL, "quoteQuantity", "quoteQuantity is at least " + minNotional());
        }
        return new ScaledOrder(
                order, rules.priceScale(), rules.quantityScale(), price, stopPrice, quantity, quoteQuantity, displayQuantity);
    }

    private long price(String field, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        try {
            long price = Decimals.parse(text, rules.priceScale());
            if (price % rules.tickSize() != 0) {
                throw offTick(field);
            }
            return price;
        } catch (DecimalFormatException e) {
            throw e.fault() == Decimals.Fault.TOO_FINE
                    ? offTick(field)
                    : fault(ErrorCode.INVALID_FIELD, field, field + " is too large");
        }
    }

    private long quantity(String field, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        try {
            long quantity = Decimals.parse(text, rules.quantityScale());
            if (quantity % rules.lotSize() != 0) {
                throw offLot(field);
            }
            return quantity;
        } catch (DecimalFormatException e) {
            throw e.fault() == Decimals.Fault.TOO_FINE ? offLot(field) : outOfRange();
        }
    }

    /** A budget has neither tick nor lot: whatever does not buy a whole lot is left. */
    private long quoteQuantity(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        int scale = rules.priceScale() + rules.quantityScale();
        try {
            return Decimals.parse(text, scale);
        } catch (DecimalFormatException e) {
            throw e.fault() == Decimals.Fault.TOO_FINE
                    ? fault(ErrorCode.INVALID_LOT, "quoteQuantity", "quoteQuantity has at most " + scale + " decimals")
                    : fault(ErrorCode.INVALID_FIELD, "quoteQuantity", "quoteQuantity is too large");
        }
    }

    private String minNotional() {
        return Decimals.formatWide(0, rules.minNotional(), rules.priceScale() + rules.quantityScale(), rules.priceScale());
    }

    private FaultException offTick(String field) {
        String tick = Decimals.format(rules.tickSize(), rules.priceScale());
        return fault(ErrorCode.INVALID_TICK, field, field + " is a multiple of " + tick);
    }

    private FaultException offLot(String field) {
        String lot = Decimals.format(rules.lotSize(), rules.quantityScale());
        return fault(ErrorCode.INVALID_LOT, field, field + " is a multiple of " + lot);
    }

    private FaultException outOfRange() {
        String from = Decimals.format(rules.minQuantity(), rules.quantityScale());
        String to = Decimals.format(rules.maxQuantity(), rules.quantityScale());
        return fault(ErrorCode.QUANTITY_OUT_OF_RANGE, "quantity", "quantity is between " + from + " and " + to);
    }

    private static FaultException fault(ErrorCode code, String field, String detail) {
        return new FaultException(new Fault(code, field, detail));
    }
}
