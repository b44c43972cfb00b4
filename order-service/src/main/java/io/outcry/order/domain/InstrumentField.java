// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The fields of an instrument's definition, in the order in which they are checked. */
public enum InstrumentField {
    BASE_ASSET("baseAsset", false),
    QUOTE_ASSET("quoteAsset", false),
    PRICE_SCALE("priceScale", true),
    QUANTITY_SCALE("quantityScale", true),
    TICK_SIZE("tickSize", false),
    LOT_SIZE("lotSize", false),
    MIN_QUANTITY("minQuantity", false),
    MAX_QUANTITY("maxQuantity", false),
    MIN_NOTIONAL("minNotional", false),
    PRICE_BAND_PERCENT("priceBandPercent", true),
    VOLATILITY_BAND_PERCENT("volatilityBandPercent", true),
    MAKER_FEE_BPS("makerFeeBps", true),
    TAKER_FEE_BPS("takerFeeBps", true),
    MAX_OPEN_ORDERS("maxOpenOrders", true),
    TIER("tier", false);

    private static final Map<String, InstrumentField> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(InstrumentField::jsonName, field -> field));

    private final String jsonName;
    private final boolean number;

    InstrumentField(String jsonName, boolean number) {
        this.jsonName = jsonName;
        this.number = number;
    }

    public String jsonName() {
        return jsonName;
    }

    /** True if it may be a JSON number; every field may be a string. */
    public boolean isNumber() {
        return number;
    }

    public static Optional<InstrumentField> of(String jsonName) {
        return Optional.ofNullable(BY_NAME.get(jsonName));
    }
}
