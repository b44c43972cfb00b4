// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row is an order and what is said about it; a row that breaks several rules shows which one is named. */
class OrderChecksTest {

    private static final long LIMIT_OF_LONG = Long.MAX_VALUE;

    /** Tick 0.05, lot 0.010, quantity 0.020 to 1000.000, notional at least 10. */
    private static final InstrumentRules RULES = new InstrumentRules(
            "BTC-USD", "BTC", "USD", 2, 3, 5, 10, 20, 1_000_000, 10 * 100_000L, 0, 0, 0, Tier.HOT);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # symbol, side, type,      tif,  quantity, price,     clientOrderId,  code,          field
            ,         BUY,  LIMIT,     GTC,  1,        1,         a,              MISSING_FIELD, symbol
            '',       BUY,  LIMIT,     GTC,  1,        1,         a,              INVALID_FIELD, symbol
            AAAAAAAAAAAAAAAAAAAAA, BUY, LIMIT, GTC, 1, 1,         a,              INVALID_FIELD, symbol
            A,        ,     LIMIT,     GTC,  1,        1,         a,              MISSING_FIELD, side
            A,        buy,  LIMIT,     GTC,  1,        1,         a,              INVALID_FIELD, side
            A,        BUY,  ,          GTC,  1,        1,         a,              MISSING_FIELD, type
            A,        BUY,  STOP,      GTC,  1,        1,         a,              INVALID_FIELD, type
            A,        BUY,  STOP_LOSS, GTC,  1,        1,         a,              INVALID_FIELD, type
            A,        BUY,  LIMIT,     GTX,  1,        1,         a,              INVALID_FIELD, timeInForce
            A,        BUY,  LIMIT,     DAY,  1,        1,         a,              INVALID_FIELD, timeInForce
            A,        BUY,  LIMIT,     GTD,  1,        1,         a,              INVALID_FIELD, timeInForce
            A,        BUY,  MARKET,    GTC,  1,        ,          a,              INVALID_FIELD, timeInForce
            A,        BUY,  LIMIT,     GTC,  ,         1,         a,              MISSING_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  0,        1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  0.000,    1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  -1,       1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  +1,       1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  NaN,      1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1e3,      1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1.,       1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  .5,       1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1.2.3,    1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  ' 1',     1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  ١,        1,         a,              INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1234567890123456789012345678901234567890, 1, a, INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1,        ,          a,              MISSING_FIELD, price
            A,        BUY,  LIMIT,     GTC,  1,        0,         a,              INVALID_FIELD, price
            A,        BUY,  LIMIT,     GTC,  1,        Infinity,  a,              INVALID_FIELD, price
            A,        BUY,  MARKET,    IOC,  1,        5,         a,              INVALID_FIELD, price
            A,        BUY,  LIMIT,     GTC,  1,        1,         '',             INVALID_FIELD, clientOrderId
            A,        BUY,  LIMIT,     GTC,  1,        1,         a b,            INVALID_FIELD, clientOrderId
            A,        BUY,  LIMIT,     GTC,  1,        1,         é,              INVALID_FIELD, clientOrderId
            A,        BUY,  LIMIT,     GTC,  1,        1,         a;b,            INVALID_FIELD, clientOrderId
            A,        BUY,  LIMIT,     GTC,  1,        1,         1234567890123456789012345678901234567, INVALID_FIELD, clientOrderId
            # the first fault in the order of the fields is named
            ,         x,    x,         x,    x,        x,         ' ',            MISSING_FIELD, symbol
            A,        x,    x,         x,    x,        x,         ' ',            INVALID_FIELD, side
            A,        BUY,  x,         x,    x,        x,         ' ',            INVALID_FIELD, type
            A,        BUY,  LIMIT,     x,    x,        x,         ' ',            INVALID_FIELD, timeInForce
            A,        BUY,  LIMIT,     GTC,  x,        x,         ' ',            INVALID_FIELD, quantity
            A,        BUY,  LIMIT,     GTC,  1,        x,         ' ',            INVALID_FIELD, price
            """)
    void badForms(
            String symbol, String side, String type, String timeInForce, String quantity, String price, String clientOrderId, String code,
            String field) {
        var form = new OrderForm(symbol, side, type, timeInForce, quantity, price, clientOrderId);
        assertThat(OrderChecks.form(form)).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            assertThat(refused.fault().code().name()).isEqualTo(code);
            assertThat(refused.fault().field()).isEqualTo(field);
        });
    }

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
    void rulesOfTheSymbol(String quantity, String price, String code, String field) {
        Checked<ValidOrder> checked = OrderChecks.rules(limit(quantity, price), RULES);
        if (code == null) {
            assertThat(checked).isInstanceOf(Checked.Valid.class);
        } else {
            assertThat(checked).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
                assertThat(refused.fault().code().name()).isEqualTo(code);
                assertThat(refused.fault().field()).isEqualTo(field);
            });
        }
    }

    @Test
    void numbersAreTakenExactlyAtTheSymbolsScales() {
        assertThat(OrderChecks.rules(limit("1.25", "60000.05"), RULES)).isInstanceOfSatisfying(Checked.Valid.class, valid -> {
            ValidOrder order = (ValidOrder) valid.value();
            assertThat(order.price()).isEqualTo(6_000_005);
            assertThat(order.quantity()).isEqualTo(1_250);
        });
    }

    @Test
    void aMarketOrderHasNeitherTickNorNotional() {
        var order = new OrderRequest("BTC-USD", Side.BUY, OrderType.MARKET, TimeInForce.IOC, "0.020", null, "");
        assertThat(OrderChecks.rules(order, RULES)).isInstanceOfSatisfying(
                Checked.Valid.class, valid -> assertThat(((ValidOrder) valid.value()).price()).isZero());
    }

    @Test
    void timeInForceDependsOnTheTypeWhereItIsNotGiven() {
        assertThat(timeInForce("LIMIT", "1")).isEqualTo(TimeInForce.GTC);
        assertThat(timeInForce("MARKET", null)).isEqualTo(TimeInForce.IOC);
    }

    @Test
    void theLargestNotionalThatFitsIsAccepted() {
        var rules = new InstrumentRules("A", "A", "B", 0, 0, 1, 1, 1, LIMIT_OF_LONG, LIMIT_OF_LONG, 0, 0, 0, Tier.COLD);
        assertThat(OrderChecks.rules(limit("1", String.valueOf(LIMIT_OF_LONG)), rules)).isInstanceOf(Checked.Valid.class);
        assertThat(OrderChecks.rules(limit("2", String.valueOf(LIMIT_OF_LONG)), rules)).isInstanceOf(Checked.Refused.class);
    }

    @Test
    void clientOrderIdsUseTheWholeAlphabet() {
        assertThat(OrderChecks.isClientOrderId("AZaz09-_.:")).isTrue();
        assertThat(OrderChecks.isClientOrderId("x".repeat(36))).isTrue();
    }

    private static TimeInForce timeInForce(String type, String price) {
        return switch (OrderChecks.form(new OrderForm("A", "BUY", type, null, "1", price, null))) {
            case Checked.Valid<OrderRequest>(OrderRequest order) -> order.timeInForce();
            case Checked.Refused<OrderRequest>(Fault fault) -> throw new AssertionError(fault);
        };
    }

    private static OrderRequest limit(String quantity, String price) {
        return new OrderRequest("BTC-USD", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, quantity, price, "");
    }
}
