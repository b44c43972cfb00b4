// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static io.outcry.order.domain.InstrumentField.BASE_ASSET;
import static io.outcry.order.domain.InstrumentField.LOT_SIZE;
import static io.outcry.order.domain.InstrumentField.MAKER_FEE_BPS;
import static io.outcry.order.domain.InstrumentField.MAX_OPEN_ORDERS;
import static io.outcry.order.domain.InstrumentField.MAX_QUANTITY;
import static io.outcry.order.domain.InstrumentField.MIN_NOTIONAL;
import static io.outcry.order.domain.InstrumentField.MIN_QUANTITY;
import static io.outcry.order.domain.InstrumentField.PRICE_BAND_PERCENT;
import static io.outcry.order.domain.InstrumentField.PRICE_SCALE;
import static io.outcry.order.domain.InstrumentField.QUANTITY_SCALE;
import static io.outcry.order.domain.InstrumentField.QUOTE_ASSET;
import static io.outcry.order.domain.InstrumentField.TAKER_FEE_BPS;
import static io.outcry.order.domain.InstrumentField.TICK_SIZE;
import static io.outcry.order.domain.InstrumentField.TIER;
import static io.outcry.order.domain.InstrumentField.VOLATILITY_BAND_PERCENT;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.decimal.Decimals.DecimalFormatException;
import io.outcry.contracts.http.ErrorCode;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an instrument's definition must look like. */
public final class InstrumentChecks {

    /** The largest {@code maxQuantity} where none is given: a million such orders still fit into one price level. */
    public static final long DEFAULT_MAX_QUANTITY = Long.MAX_VALUE / 1_000_000;

    /** The largest {@code maxOpenOrders}: as many as a book holds. */
    public static final int MOST_OPEN_ORDERS = 2_000_000;

    private static final Pattern ASSET = Pattern.compile("[A-Z0-9]{1,20}");
    private static final int MAX_FEE_BPS = 1_000;
    private static final int MAX_BAND_BPS = 10_000;
    private static final int MAX_VOLATILITY_BPS = 1_000_000;

    private final String symbol;
    private final Map<InstrumentField, String> fields;

    private final @Nullable InstrumentRules before;

    private InstrumentChecks(String symbol, Map<InstrumentField, String> fields, @Nullable InstrumentRules before) {
        this.symbol = symbol;
        this.fields = fields;
        this.before = before;
    }

    /**
     * Checks the fields, of which those without a default are required, and fills in the defaults.
     *
     * @param before the rules of the symbol, if there is one: its scales are part of every number in the log, so they never change
     */
    public static Checked<InstrumentRules> form(String symbol, Map<InstrumentField, String> fields, @Nullable InstrumentRules before) {
        try {
            return Checked.valid(new InstrumentChecks(symbol, fields, before).rules());
        } catch (FaultException e) {
            return Checked.refused(e.fault());
        }
    }

    private InstrumentRules rules() {
        String base = asset(BASE_ASSET);
        String quote = asset(QUOTE_ASSET);
        require(!quote.equals(base), QUOTE_ASSET, "is another asset than baseAsset");
        int priceScale = integer(PRICE_SCALE, required(PRICE_SCALE), 0, Decimals.MAX_SCALE);
        int quantityScale = integer(QUANTITY_SCALE, required(QUANTITY_SCALE), 0, Decimals.MAX_SCALE);
        if (before != null) {
            requireSame(PRICE_SCALE, before.priceScale(), priceScale);
            requireSame(QUANTITY_SCALE, before.quantityScale(), quantityScale);
        }
        long tick = positive(TICK_SIZE, required(TICK_SIZE), priceScale);
        long lot = positive(LOT_SIZE, required(LOT_SIZE), quantityScale);
        String minimum = fields.get(MIN_QUANTITY);
        long min = minimum == null ? lot : positive(MIN_QUANTITY, minimum, quantityScale);
        String maximum = fields.get(MAX_QUANTITY);
        long max = maximum == null ? Math.max(min, DEFAULT_MAX_QUANTITY / lot * lot) : positive(MAX_QUANTITY, maximum, quantityScale);
        require(min % lot == 0, MIN_QUANTITY, "is a multiple of lotSize");
        require(max % lot == 0, MAX_QUANTITY, "is a multiple of lotSize");
        require(max >= min, MAX_QUANTITY, "is not below minQuantity");
        long minNotional = decimal(MIN_NOTIONAL, fields.getOrDefault(MIN_NOTIONAL, "0"), priceScale + quantityScale);
        int band = percent(PRICE_BAND_PERCENT, MAX_BAND_BPS);
        int volatility = percent(VOLATILITY_BAND_PERCENT, MAX_VOLATILITY_BPS);
        int maker = integer(MAKER_FEE_BPS, fields.getOrDefault(MAKER_FEE_BPS, "0"), -MAX_FEE_BPS, MAX_FEE_BPS);
        int taker = integer(TAKER_FEE_BPS, fields.getOrDefault(TAKER_FEE_BPS, "0"), 0, MAX_FEE_BPS);
        int openOrders = integer(MAX_OPEN_ORDERS, fields.getOrDefault(MAX_OPEN_ORDERS, "0"), 0, MOST_OPEN_ORDERS);
        return new InstrumentRules(
                symbol, base, quote, priceScale, quantityScale, tick, lot, min, max, minNotional, band, volatility, maker, taker,
                openOrders, tier());
    }

    /** Hundredths of a percent. */
    private int percent(InstrumentField field, int max) {
        long bps = decimal(field, fields.getOrDefault(field, "0"), 2);
        require(bps <= max, field, "is between 0 and " + max / 100 + ", with at most two decimals");
        return (int) bps;
    }

    private Tier tier() {
        return switch (fields.getOrDefault(TIER, "COLD")) {
            case "HOT" -> Tier.HOT;
            case "MEDIUM" -> Tier.MEDIUM;
            case "COLD" -> Tier.COLD;
            default -> throw invalid(TIER, "is HOT, MEDIUM or COLD");
        };
    }

    private String asset(InstrumentField field) {
        String text = required(field);
        require(ASSET.matcher(text).matches(), field, "has 1 to 20 upper-case letters and digits");
        return text;
    }

    private String required(InstrumentField field) {
        String text = fields.get(field);
        if (text == null) {
            throw new FaultException(Fault.missing(field.jsonName()));
        }
        return text;
    }

    private static long positive(InstrumentField field, String text, int scale) {
        long value = decimal(field, text, scale);
        require(value > 0, field, "is greater than zero");
        return value;
    }

    private static long decimal(InstrumentField field, String text, int scale) {
        try {
            return Decimals.parse(text, scale);
        } catch (DecimalFormatException e) {
            throw invalid(field, switch (e.fault()) {
                case MALFORMED -> "is a decimal like 12.50";
                case TOO_FINE -> "has at most " + scale + " decimals";
                case TOO_LARGE -> "is too large for its scale";
            });
        }
    }

    private static int integer(InstrumentField field, String text, int from, int to) {
        boolean negative = text.startsWith("-");
        long magnitude = decimal(field, negative ? text.substring(1) : text, 0);
        long value = negative ? -magnitude : magnitude;
        require(value >= from && value <= to, field, "is a whole number between " + from + " and " + to);
        return (int) value;
    }

    private static void require(boolean holds, InstrumentField field, String what) {
        if (!holds) {
            throw invalid(field, what);
        }
    }

    private static FaultException invalid(InstrumentField field, String what) {
        return new FaultException(Fault.invalid(field.jsonName(), field.jsonName() + " " + what));
    }

    private static void requireSame(InstrumentField field, int before, int scale) {
        if (scale != before) {
            throw new FaultException(new Fault(
                    ErrorCode.SCALE_IMMUTABLE, field.jsonName(), field.jsonName() + " of the symbol is " + before + " for ever"));
        }
    }
}
