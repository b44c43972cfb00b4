// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstrumentChecksTest {

    private static final Map<InstrumentField, String> REQUIRED = Map.of(
            InstrumentField.BASE_ASSET, "BTC",
            InstrumentField.QUOTE_ASSET, "USD",
            InstrumentField.PRICE_SCALE, "2",
            InstrumentField.QUANTITY_SCALE, "8",
            InstrumentField.TICK_SIZE, "0.01",
            InstrumentField.LOT_SIZE, "0.0001");

    @Test
    void whatIsNotGivenHasADefault() {
        assertThat(check(REQUIRED)).isEqualTo(Checked.valid(new InstrumentRules(
                "BTC-USD", "BTC", "USD", 2, 8, 1, 10_000, 10_000, 9_223_372_030_000L, 0, 0, 0, 0, 0, 0, Tier.COLD)));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # field,            value,    code
            baseAsset,          ,         MISSING_FIELD
            quoteAsset,         ,         MISSING_FIELD
            priceScale,         ,         MISSING_FIELD
            quantityScale,      ,         MISSING_FIELD
            tickSize,           ,         MISSING_FIELD
            lotSize,            ,         MISSING_FIELD
            baseAsset,          btc,      INVALID_FIELD
            quoteAsset,         'U"D',    INVALID_FIELD
            quoteAsset,         BTC,      INVALID_FIELD
            priceScale,         19,       INVALID_FIELD
            priceScale,         -1,       INVALID_FIELD
            priceScale,         2.5,      INVALID_FIELD
            quantityScale,      99999999999999999999, INVALID_FIELD
            tickSize,           0,        INVALID_FIELD
            tickSize,           0.001,    INVALID_FIELD
            tickSize,           1e2,      INVALID_FIELD
            lotSize,            0.00,     INVALID_FIELD
            minQuantity,        0.00005,  INVALID_FIELD
            maxQuantity,        0.00015,  INVALID_FIELD
            maxQuantity,        0,        INVALID_FIELD
            minNotional,        -1,       INVALID_FIELD
            priceBandPercent,   101,      INVALID_FIELD
            priceBandPercent,   1.555,    INVALID_FIELD
            volatilityBandPercent, 10000.01, INVALID_FIELD
            volatilityBandPercent, -1,    INVALID_FIELD
            makerFeeBps,        -1001,    INVALID_FIELD
            takerFeeBps,        -1,       INVALID_FIELD
            takerFeeBps,        2.5,      INVALID_FIELD
            maxOpenOrders,      -1,       INVALID_FIELD
            maxOpenOrders,      2000001,  INVALID_FIELD
            maxOpenOrders,      1.5,      INVALID_FIELD
            tier,               WARM,     INVALID_FIELD
            """)
    void badFields(String field, String value, String code) {
        Map<InstrumentField, String> fields = new EnumMap<>(REQUIRED);
        InstrumentField changed = InstrumentField.of(field).orElseThrow();
        if (value == null) {
            fields.remove(changed);
        } else {
            fields.put(changed, value);
        }
        assertThat(check(fields)).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            assertThat(refused.fault().code().name()).isEqualTo(code);
            assertThat(refused.fault().field()).isEqualTo(field);
        });
    }

    @Test
    void allFieldsAreTakenAtTheirScales() {
        Map<InstrumentField, String> fields = new EnumMap<>(REQUIRED);
        fields.put(InstrumentField.MIN_QUANTITY, "0.001");
        fields.put(InstrumentField.MAX_QUANTITY, "100");
        fields.put(InstrumentField.MIN_NOTIONAL, "5");
        fields.put(InstrumentField.PRICE_BAND_PERCENT, "7.5");
        fields.put(InstrumentField.VOLATILITY_BAND_PERCENT, "12.5");
        fields.put(InstrumentField.MAKER_FEE_BPS, "-1");
        fields.put(InstrumentField.TAKER_FEE_BPS, "10.0");
        fields.put(InstrumentField.MAX_OPEN_ORDERS, "200");
        fields.put(InstrumentField.TIER, "HOT");
        assertThat(check(fields)).isEqualTo(Checked.valid(new InstrumentRules(
                "BTC-USD", "BTC", "USD", 2, 8, 1, 10_000, 100_000, 10_000_000_000L, 50_000_000_000L, 750, 1_250, -1, 10, 200, Tier.HOT)));
    }

    @Test
    void theLargestQuantityIsNotBelowTheSmallest() {
        Map<InstrumentField, String> fields = new EnumMap<>(REQUIRED);
        fields.put(InstrumentField.MIN_QUANTITY, "1");
        fields.put(InstrumentField.MAX_QUANTITY, "1");
        assertThat(valid(fields).maxQuantity()).isEqualTo(valid(fields).minQuantity()).isEqualTo(100_000_000);
        fields.put(InstrumentField.MIN_QUANTITY, "2");
        assertThat(check(fields)).isInstanceOfSatisfying(
                Checked.Refused.class, refused -> assertThat(refused.fault().field()).isEqualTo("maxQuantity"));
    }

    @Test
    void scalesNeverChange() {
        InstrumentRules rules = valid(REQUIRED);
        Map<InstrumentField, String> other = new EnumMap<>(REQUIRED);
        assertThat(InstrumentChecks.form("BTC-USD", other, rules)).isEqualTo(Checked.valid(rules));
        other.put(InstrumentField.QUANTITY_SCALE, "0");
        assertThat(InstrumentChecks.form("BTC-USD", other, rules)).as("said before that the lot does not fit").isEqualTo(Checked.refused(
                new Fault(ErrorCode.SCALE_IMMUTABLE, "quantityScale", "quantityScale of the symbol is 8 for ever")));
    }

    private static InstrumentRules valid(Map<InstrumentField, String> fields) {
        return switch (check(fields)) {
            case Checked.Valid<InstrumentRules>(InstrumentRules rules) -> rules;
            case Checked.Refused<InstrumentRules>(Fault fault) -> throw new AssertionError(fault);
        };
    }

    private static Checked<InstrumentRules> check(Map<InstrumentField, String> fields) {
        return InstrumentChecks.form("BTC-USD", fields, null);
    }
}
