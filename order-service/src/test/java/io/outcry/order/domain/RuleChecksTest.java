// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static io.outcry.order.domain.OrderForms.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each row is a well-formed order and the rule of its symbol that it breaks, if any. */
class RuleChecksTest {

    private static final String MOST = String.valueOf(Long.MAX_VALUE);

    /** Tick 0.05, lot 0.010, quantity 0.020 to 1000.000, notional at least 10. */
    private static final InstrumentRules RULES = new InstrumentRules(
            "BTC-USD", "BTC", "USD", 2, 3, 5, 10, 20, 1_000_000, 10 * 100_000L, 0, 0, 0, 0, 0, Tier.HOT);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # quantity,       price,                     code,                  field
            0.020,            10000.00,                  ,
            1000,             0.05,                      ,
            1000.000000,      0.0500000,                 ,
            0.020,            99999999999999999.99999,   INVALID_TICK,          price
            1,                99999999999999999999,      INVALID_FIELD,         price
            1,                10.001,                    INVALID_TICK,          price
            1,                10.01,                     INVALID_TICK,          price
            1.0001,           10,                        INVALID_LOT,           quantity
            1.005,            10,                        INVALID_LOT,           quantity
            0.010,            10000,                     QUANTITY_OUT_OF_RANGE, quantity
            1000.010,         10000,                     QUANTITY_OUT_OF_RANGE, quantity
            99999999999999999999, 10,                    QUANTITY_OUT_OF_RANGE, quantity
            1000,             90000000000000000.00,      QUANTITY_OUT_OF_RANGE, quantity
            0.990,            10,                        MIN_NOTIONAL,          quantity
            1,                10,                        ,
            # precedence: tick, lot, bounds, notional
            1000.005,         0.01,                      INVALID_TICK,          price
            1000.005,         0.05,                      INVALID_LOT,           quantity
            0.010,            0.05,                      QUANTITY_OUT_OF_RANGE, quantity
            """)
    void aLimitOrderFitsTickLotBoundsAndNotional(String quantity, String price, String code, String field) {
        assertRule("type=LIMIT quantity=" + quantity + " price=" + price, code, field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type=MARKET quantity=0.020                                 |                       |
            type=MARKET quantity=0.010                                 | QUANTITY_OUT_OF_RANGE | quantity
            type=MARKET quantity=- quoteQuantity=10                    |                       |
            type=MARKET quantity=- quoteQuantity=10.00001              |                       |
            type=MARKET quantity=- quoteQuantity=10.000001             | INVALID_LOT           | quoteQuantity
            type=MARKET quantity=- quoteQuantity=9.99999               | MIN_NOTIONAL          | quoteQuantity
            type=MARKET quantity=- quoteQuantity=92233720368547.75807  |                       |
            type=MARKET quantity=- quoteQuantity=92233720368547.75808  | INVALID_FIELD         | quoteQuantity
            type=STOP_LOSS quantity=0.020 stopPrice=0.05               |                       |
            type=STOP_LOSS quantity=0.020 stopPrice=0.01               | INVALID_TICK          | stopPrice
            type=TAKE_PROFIT quantity=0.015 stopPrice=0.01             | INVALID_TICK          | stopPrice
            type=TAKE_PROFIT quantity=0.015 stopPrice=0.05             | INVALID_LOT           | quantity
            type=STOP_LOSS_LIMIT price=10 stopPrice=0.01               | INVALID_TICK          | stopPrice
            type=STOP_LOSS_LIMIT price=10 stopPrice=99999999999999999999 | INVALID_FIELD       | stopPrice
            type=STOP_LOSS_LIMIT price=1 stopPrice=20                  | MIN_NOTIONAL          | quantity
            type=LIMIT price=10 displayQuantity=0.005                  | INVALID_LOT           | displayQuantity
            type=LIMIT price=10 displayQuantity=0.01                   |                       |
            type=LIMIT price=10 quantity=10 displayQuantity=0.01       |                       |
            type=LIMIT price=10 quantity=10.01 displayQuantity=0.01    | QUANTITY_OUT_OF_RANGE | displayQuantity
            """)
    void theOtherTypesFitWhatTheyHave(String terms, String code, String field) {
        assertRule(terms, code, field);
    }

    @Test
    void numbersAreTakenExactlyAtTheSymbolsScales() {
        OrderRequest stop = order("type=STOP_LOSS_LIMIT quantity=1.25 price=60000.05 stopPrice=60000.1 displayQuantity=0.5");
        assertThat(RuleChecks.check(stop, RULES))
                .isEqualTo(Checked.valid(new ScaledOrder(stop, 2, 3, 6_000_005, 6_000_010, 1_250, 0, 500)));
        OrderRequest budget = order("type=MARKET quantity=- quoteQuantity=100.5");
        assertThat(RuleChecks.check(budget, RULES)).isEqualTo(Checked.valid(new ScaledOrder(budget, 2, 3, 0, 0, 0, 10_050_000, 0)));
    }

    @Test
    void theLargestNotionalThatFitsIsAccepted() {
        var rules = new InstrumentRules("A", "A", "B", 0, 0, 1, 1, 1, Long.MAX_VALUE, Long.MAX_VALUE, 0, 0, 0, 0, 0, Tier.COLD);
        assertThat(RuleChecks.check(order("type=LIMIT quantity=1 price=" + MOST), rules)).isInstanceOf(Checked.Valid.class);
        assertThat(RuleChecks.check(order("type=LIMIT quantity=2 price=" + MOST), rules)).isInstanceOf(Checked.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void oneThatDoesNotFitIsRefusedThoughItsLowBitsWould(int quantity) {
        var rules = new InstrumentRules("A", "A", "B", 0, 0, 1, 1, 1, Long.MAX_VALUE, 1, 0, 0, 0, 0, 0, Tier.COLD);
        assertThat(RuleChecks.check(order("type=LIMIT quantity=" + quantity + " price=" + MOST), rules)).isInstanceOfSatisfying(
                Checked.Refused.class, refused -> assertThat(refused.fault().code()).isEqualTo(ErrorCode.QUANTITY_OUT_OF_RANGE));
    }

    private static void assertRule(String terms, String code, String field) {
        Checked<ScaledOrder> checked = RuleChecks.check(order(terms), RULES);
        if (code == null) {
            assertThat(checked).as(terms).isInstanceOf(Checked.Valid.class);
        } else {
            assertThat(checked).as(terms).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
                assertThat(refused.fault().code().name()).isEqualTo(code);
                assertThat(refused.fault().field()).isEqualTo(field);
            });
        }
    }
}
