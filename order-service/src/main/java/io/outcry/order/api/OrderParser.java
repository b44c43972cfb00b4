// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.order.domain.Amendment;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderChecks;
import io.outcry.order.domain.OrderForm;
import io.outcry.order.domain.OrderRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** New orders, one or a batch, and amendments, from JSON. Decimals are strings: a JSON number has been through somebody's floating point. */
final class OrderParser {

    /** Most orders in one batch. */
    static final int MAX_BATCH = 1_000;

    private static final String ORDERS = "orders";
    private static final int MAX_TIME_DIGITS = 18;
    private static final Set<String> TERMS = Set.of(
            "symbol", "side", "type", "timeInForce", "quantity", "quoteQuantity", "price", "stopPrice", "displayQuantity",
            "selfTradePrevention", "clientOrderId");
    private static final Set<String> AMENDABLE = Set.of("quantity", "price");

    private final Map<String, String> texts = new HashMap<>();
    private boolean postOnly;
    private @Nullable Long expireTime;

    private OrderParser() {}

    /**
     * A new order.
     *
     * @param nowMillis since the epoch
     * @throws ApiException MALFORMED_JSON
     */
    static Checked<OrderRequest> one(byte[] body, long nowMillis) {
        return JsonBody.parse(body, parser -> order(parser, nowMillis));
    }

    /**
     * The orders of {@code {"orders":[...]}}, each on its own.
     *
     * @param nowMillis since the epoch
     * @throws ApiException if there is no such list, or it is empty or too long
     */
    static List<Checked<OrderRequest>> batch(byte[] body, long nowMillis) {
        List<Checked<OrderRequest>> orders = new ArrayList<>();
        Fault fault = ObjectReader.readBody(body, (name, value, at) -> {
            if (!name.equals(ORDERS)) {
                return ObjectReader.unknown(name);
            }
            return switch (value) {
                case VALUE_NULL -> null;
                case START_ARRAY -> elements(at, orders, nowMillis);
                default -> Fault.invalid(ORDERS, "orders is a JSON array");
            };
        });
        if (fault == null && orders.isEmpty()) {
            fault = Fault.missing(ORDERS);
        }
        if (fault != null) {
            throw new ApiException(fault.problem());
        }
        return orders;
    }

    /**
     * The new quantity and price of an order.
     *
     * @throws ApiException MALFORMED_JSON
     */
    static Checked<Amendment> amendment(byte[] body) {
        OrderParser fields = new OrderParser();
        Fault fault = ObjectReader.readBody(body, (name, value, at) -> fields.text(AMENDABLE, name, value, at));
        return fault != null ? Checked.refused(fault) : Amendment.form(fields.texts.get("quantity"), fields.texts.get("price"));
    }

    private static @Nullable Fault elements(JsonParser parser, List<Checked<OrderRequest>> orders, long nowMillis) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (orders.size() == MAX_BATCH) {
                throw new ApiException(
                        Problem.inField(ErrorCode.INVALID_FIELD, ORDERS, "a batch has at most " + MAX_BATCH + " orders"));
            }
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                orders.add(order(parser, nowMillis));
            } else {
                orders.add(Checked.refused(Fault.invalid(ORDERS, "an order is a JSON object")));
                parser.skipChildren();
            }
        }
        return orders.isEmpty() ? Fault.invalid(ORDERS, "a batch has at least one order") : null;
    }

    private static Checked<OrderRequest> order(JsonParser parser, long nowMillis) {
        OrderParser order = new OrderParser();
        Fault fault = ObjectReader.read(parser, order::field);
        return fault != null ? Checked.refused(fault) : OrderChecks.form(order.form(), nowMillis);
    }

    private OrderForm form() {
        return new OrderForm(
                texts.get("symbol"), texts.get("side"), texts.get("type"), texts.get("timeInForce"), expireTime, texts.get("quantity"),
                texts.get("quoteQuantity"), texts.get("price"), texts.get("stopPrice"), postOnly, texts.get("displayQuantity"),
                texts.get("selfTradePrevention"), texts.get("clientOrderId"));
    }

    private @Nullable Fault field(String name, JsonToken value, JsonParser parser) {
        return switch (name) {
            case "postOnly" -> {
                postOnly = value == JsonToken.VALUE_TRUE;
                yield postOnly || value == JsonToken.VALUE_FALSE || value == JsonToken.VALUE_NULL
                        ? null
                        : Fault.invalid(name, "postOnly is true or false");
            }
            case "expireTime" -> {
                expireTime = value == JsonToken.VALUE_NUMBER_INT ? millis(parser.getString()) : null;
                yield expireTime != null || value == JsonToken.VALUE_NULL
                        ? null
                        : Fault.invalid(name, "expireTime is a whole JSON number, milliseconds since the epoch");
            }
            default -> text(TERMS, name, value, parser);
        };
    }

    private @Nullable Fault text(Set<String> known, String name, JsonToken value, JsonParser parser) {
        if (!known.contains(name)) {
            return ObjectReader.unknown(name);
        }
        if (value == JsonToken.VALUE_STRING) {
            texts.put(name, parser.getString());
            return null;
        }
        return value == JsonToken.VALUE_NULL ? null : ObjectReader.notText(name);
    }

    /** The number that a JSON integer spells, if it can be a time at all. */
    private static @Nullable Long millis(String digits) {
        return digits.length() > MAX_TIME_DIGITS ? null : Long.valueOf(digits);
    }
}
