// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import java.util.HashMap;
import java.util.Map;

/** Orders as a table spells them: {@code "type=LIMIT price=1 postOnly=true"}. Symbol, side and a quantity of 1 are there unless they are said otherwise. */
final class OrderForms {

    /** Milliseconds since the epoch. */
    static final long NOW = 1_763_700_000_000L;

    /** What a field is set to that shall not be there. */
    private static final String ABSENT = "-";

    private OrderForms() {}

    static OrderForm form(String terms) {
        Map<String, String> fields = new HashMap<>(Map.of("symbol", "BTC-USD", "side", "BUY", "quantity", "1"));
        for (String term : terms.split(" +")) {
            int equals = term.indexOf('=');
            String name = term.substring(0, equals);
            String value = term.substring(equals + 1);
            if (value.equals(ABSENT)) {
                fields.remove(name);
            } else {
                fields.put(name, value.replace('~', ' '));
            }
        }
        OrderForm form = new OrderForm(
                fields.remove("symbol"), fields.remove("side"), fields.remove("type"), fields.remove("timeInForce"),
                millis(fields.remove("expireTime")), fields.remove("quantity"), fields.remove("quoteQuantity"), fields.remove("price"),
                fields.remove("stopPrice"), Boolean.parseBoolean(fields.remove("postOnly")), fields.remove("displayQuantity"),
                fields.remove("selfTradePrevention"), fields.remove("clientOrderId"));
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("no such fields: " + fields);
        }
        return form;
    }

    /** The order that these terms make; they must be well formed. */
    static OrderRequest order(String terms) {
        return switch (OrderChecks.form(form(terms), NOW)) {
            case Checked.Valid<OrderRequest>(OrderRequest order) -> order;
            case Checked.Refused<OrderRequest>(Fault fault) -> throw new AssertionError(terms + ": " + fault);
        };
    }

    /** A time relative to {@link #NOW}: {@code +1}. */
    private static Long millis(String text) {
        return text == null ? null : Long.valueOf(NOW + Long.parseLong(text));
    }
}
