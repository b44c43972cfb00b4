// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderChecks;
import io.outcry.order.domain.OrderForm;
import io.outcry.order.domain.OrderRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** New orders, one or a batch, from JSON. Decimals are strings: a JSON number has been through somebody's floating point. */
final class OrderParser {

    /** Most orders in one batch. */
    static final int MAX_BATCH = 1_000;

    private static final String ORDERS = "orders";

    private @Nullable String symbol;
    private @Nullable String side;
    private @Nullable String type;
    private @Nullable String timeInForce;
    private @Nullable String quantity;
    private @Nullable String price;
    private @Nullable String clientOrderId;

    private OrderParser() {}

    /** @throws ApiException MALFORMED_JSON */
    static Checked<OrderRequest> one(byte[] body) {
        return JsonBody.parse(body, OrderParser::order);
    }

    /**
     * The orders of {@code {"orders":[...]}}, each on its own.
     *
     * @throws ApiException if there is no such list, or it is empty or too long
     */
    static List<Checked<OrderRequest>> batch(byte[] body) {
        List<Checked<OrderRequest>> orders = new ArrayList<>();
        Fault fault = ObjectReader.readBody(body, (name, value, at) -> {
            if (!name.equals(ORDERS)) {
                return ObjectReader.unknown(name);
            }
            if (value != JsonToken.START_ARRAY) {
                return Fault.invalid(ORDERS, "orders is a JSON array");
            }
            return elements(at, orders);
        }).orElse(null);
        if (fault == null && orders.isEmpty()) {
            fault = Fault.missing(ORDERS);
        }
        if (fault != null) {
            throw new ApiException(Problem.inField(fault.code(), fault.field(), fault.detail()));
        }
        return orders;
    }

    private static @Nullable Fault elements(JsonParser parser, List<Checked<OrderRequest>> orders) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (orders.size() == MAX_BATCH) {
                throw new ApiException(
                        Problem.inField(ErrorCode.INVALID_FIELD, ORDERS, "a batch has at most " + MAX_BATCH + " orders"));
            }
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                orders.add(order(parser));
            } else {
                orders.add(Checked.refused(Fault.invalid(ORDERS, "an order is a JSON object")));
                parser.skipChildren();
            }
        }
        return orders.isEmpty() ? Fault.invalid(ORDERS, "a batch has at least one order") : null;
    }

    private static Checked<OrderRequest> order(JsonParser parser) {
        OrderParser order = new OrderParser();
        Fault fault = ObjectReader.read(parser, order::field).orElse(null);
        if (fault != null) {
            return Checked.refused(fault);
        }
        return OrderChecks.form(new OrderForm(
                order.symbol, order.side, order.type, order.timeInForce, order.quantity, order.price, order.clientOrderId));
    }

    private @Nullable Fault field(String name, JsonToken value, JsonParser parser) {
        return switch (name) {
            case "symbol", "side", "type", "timeInForce", "quantity", "price", "clientOrderId" -> {
                if (value != JsonToken.VALUE_STRING) {
                    yield ObjectReader.notText(name);
                }
                set(name, parser.getString());
                yield null;
            }
            case "quoteQuantity", "stopPrice", "displayQuantity", "expireTime" -> Fault.unsupported(name, name);
            case "postOnly" -> switch (value) {
                case VALUE_FALSE -> null;
                case VALUE_TRUE -> Fault.unsupported(name, name);
                default -> Fault.invalid(name, "postOnly is true or false");
            };
            case "selfTradePrevention" -> {
                if (value != JsonToken.VALUE_STRING) {
                    yield ObjectReader.notText(name);
                }
                yield parser.getString().equals("NONE") ? null : Fault.unsupported(name, "any selfTradePrevention but NONE");
            }
            default -> ObjectReader.unknown(name);
        };
    }

    private void set(String name, String text) {
        switch (name) {
            case "symbol" -> symbol = text;
            case "side" -> side = text;
            case "type" -> type = text;
            case "timeInForce" -> timeInForce = text;
            case "quantity" -> quantity = text;
            case "price" -> price = text;
            default -> clientOrderId = text;
        }
    }
}
