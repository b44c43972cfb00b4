// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static io.outcry.order.domain.OrderForms.NOW;
import static io.outcry.order.domain.OrderForms.form;
import static io.outcry.order.domain.OrderForms.order;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each row is an order and the field that is named; a row that breaks several rules shows which one it is. */
class OrderChecksTest {

    @ParameterizedTest
    @ValueSource(strings = {
        "type=LIMIT price=1",
        "type=LIMIT price=1 timeInForce=IOC",
        "type=LIMIT price=1 timeInForce=FOK",
        "type=LIMIT price=1 timeInForce=DAY postOnly=true displayQuantity=0.1",
        "type=LIMIT price=1 timeInForce=GTD expireTime=1",
        "type=LIMIT price=1 timeInForce=GTD expireTime=1 postOnly=true displayQuantity=1.000",
        "type=LIMIT price=1 selfTradePrevention=DECREMENT clientOrderId=AZaz09-_.:",
        "type=MARKET",
        "type=MARKET timeInForce=FOK",
        "type=MARKET quantity=- quoteQuantity=1",
        "type=MARKET quantity=- quoteQuantity=1 timeInForce=IOC selfTradePrevention=EXPIRE_BOTH",
        "type=STOP_LOSS stopPrice=1",
        "type=STOP_LOSS stopPrice=1 timeInForce=FOK",
        "type=TAKE_PROFIT stopPrice=1 timeInForce=IOC selfTradePrevention=EXPIRE_MAKER",
        "type=STOP_LOSS_LIMIT stopPrice=1 price=1 timeInForce=FOK",
        "type=STOP_LOSS_LIMIT stopPrice=1 price=1 timeInForce=GTD expireTime=1 displayQuantity=1",
        "type=TAKE_PROFIT_LIMIT stopPrice=1 price=2 timeInForce=DAY selfTradePrevention=EXPIRE_TAKER",
        "type=LIMIT price=1 selfTradePrevention=NONE",
        "type=LIMIT price=00000000000000000000000000000000000001",
    })
    void termsThatGoTogether(String terms) {
        assertThat(OrderChecks.form(form(terms), NOW)).isInstanceOf(Checked.Valid.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # price, stopPrice: exactly where the type needs them
            type=LIMIT                                              | MISSING_FIELD | price
            type=LIMIT price=1 stopPrice=1                          | INVALID_FIELD | stopPrice
            type=MARKET price=1                                     | INVALID_FIELD | price
            type=MARKET stopPrice=1                                 | INVALID_FIELD | stopPrice
            type=STOP_LOSS                                          | MISSING_FIELD | stopPrice
            type=STOP_LOSS stopPrice=1 price=1                      | INVALID_FIELD | price
            type=TAKE_PROFIT                                        | MISSING_FIELD | stopPrice
            type=TAKE_PROFIT stopPrice=0                            | INVALID_FIELD | stopPrice
            type=STOP_LOSS_LIMIT stopPrice=1                        | MISSING_FIELD | price
            type=STOP_LOSS_LIMIT price=1                            | MISSING_FIELD | stopPrice
            type=TAKE_PROFIT_LIMIT price=1 stopPrice=x              | INVALID_FIELD | stopPrice
            # quantity or quoteQuantity
            type=MARKET quantity=-                                  | MISSING_FIELD | quantity
            type=MARKET quoteQuantity=1                             | INVALID_FIELD | quoteQuantity
            type=MARKET quantity=- quoteQuantity=0                  | INVALID_FIELD | quoteQuantity
            type=MARKET quantity=- quoteQuantity=1 timeInForce=FOK  | INVALID_FIELD | timeInForce
            type=LIMIT price=1 quantity=- quoteQuantity=1           | INVALID_FIELD | quoteQuantity
            type=STOP_LOSS stopPrice=1 quantity=- quoteQuantity=1   | INVALID_FIELD | quoteQuantity
            type=TAKE_PROFIT_LIMIT price=1 stopPrice=1 quantity=-   | MISSING_FIELD | quantity
            # time in force
            type=MARKET timeInForce=GTC                             | INVALID_FIELD | timeInForce
            type=MARKET timeInForce=DAY                             | INVALID_FIELD | timeInForce
            type=MARKET timeInForce=GTD expireTime=1                | INVALID_FIELD | timeInForce
            type=STOP_LOSS stopPrice=1 timeInForce=GTC              | INVALID_FIELD | timeInForce
            type=TAKE_PROFIT stopPrice=1 timeInForce=DAY            | INVALID_FIELD | timeInForce
            type=LIMIT price=1 timeInForce=GTD                      | MISSING_FIELD | expireTime
            type=LIMIT price=1 timeInForce=GTD expireTime=0         | INVALID_FIELD | expireTime
            type=LIMIT price=1 timeInForce=GTD expireTime=-1        | INVALID_FIELD | expireTime
            type=LIMIT price=1 timeInForce=GTD expireTime=900000000000000 | INVALID_FIELD | expireTime
            type=LIMIT price=1 timeInForce=GTD expireTime=-86400000 clientOrderId=a | INVALID_FIELD | expireTime
            type=LIMIT price=1 expireTime=1                         | INVALID_FIELD | expireTime
            type=LIMIT price=1 timeInForce=DAY expireTime=1         | INVALID_FIELD | expireTime
            # post-only and iceberg: what can rest
            type=LIMIT price=1 timeInForce=IOC postOnly=true        | INVALID_FIELD | postOnly
            type=LIMIT price=1 timeInForce=FOK postOnly=true        | INVALID_FIELD | postOnly
            type=MARKET postOnly=true                               | INVALID_FIELD | postOnly
            type=STOP_LOSS stopPrice=1 postOnly=true                | INVALID_FIELD | postOnly
            type=STOP_LOSS_LIMIT stopPrice=1 price=1 postOnly=true  | INVALID_FIELD | postOnly
            type=LIMIT price=1 timeInForce=IOC displayQuantity=1    | INVALID_FIELD | displayQuantity
            type=STOP_LOSS_LIMIT stopPrice=1 price=1 timeInForce=FOK displayQuantity=1 | INVALID_FIELD | displayQuantity
            type=MARKET displayQuantity=1                           | INVALID_FIELD | displayQuantity
            type=TAKE_PROFIT stopPrice=1 displayQuantity=1          | INVALID_FIELD | displayQuantity
            type=LIMIT price=1 displayQuantity=0                    | INVALID_FIELD | displayQuantity
            type=LIMIT price=1 displayQuantity=1.0001               | INVALID_FIELD | displayQuantity
            type=LIMIT price=1 selfTradePrevention=EXPIRE           | INVALID_FIELD | selfTradePrevention
            """)
    void termsThatDoNotGoTogether(String terms, String code, String field) {
        assertFault(terms, code, field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            symbol=- type=LIMIT price=1                     | MISSING_FIELD | symbol
            symbol= type=LIMIT price=1                      | INVALID_FIELD | symbol
            side=- type=LIMIT price=1                       | MISSING_FIELD | side
            side=buy type=LIMIT price=1                     | INVALID_FIELD | side
            price=1                                         | MISSING_FIELD | type
            type=STOP price=1                               | INVALID_FIELD | type
            type=LIMIT price=1 timeInForce=GTX              | INVALID_FIELD | timeInForce
            type=LIMIT price=1 quantity=-                   | MISSING_FIELD | quantity
            type=LIMIT price=1 quantity=0                   | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=0.000               | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=-1                  | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=+1                  | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=NaN                 | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=1e3                 | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=1.                  | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=.5                  | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=..5                 | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=1.2.3               | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=~1                  | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=١                   | INVALID_FIELD | quantity
            type=LIMIT price=1 quantity=1234567890123456789012345678901234567890 | INVALID_FIELD | quantity
            type=LIMIT price=0                              | INVALID_FIELD | price
            type=LIMIT price=Infinity                       | INVALID_FIELD | price
            type=LIMIT price=1 clientOrderId=               | INVALID_FIELD | clientOrderId
            type=LIMIT price=1 clientOrderId=a~b            | INVALID_FIELD | clientOrderId
            type=LIMIT price=1 clientOrderId=é              | INVALID_FIELD | clientOrderId
            type=LIMIT price=1 clientOrderId=a;b            | INVALID_FIELD | clientOrderId
            type=LIMIT price=1 clientOrderId=1234567890123456789012345678901234567 | INVALID_FIELD | clientOrderId
            """)
    void fieldsThatCannotBeUsed(String terms, String code, String field) {
        assertFault(terms, code, field);
    }

    @ParameterizedTest
    @CsvSource({
        "symbol, symbol=-", "side, side=x", "type, type=x", "timeInForce, timeInForce=x", "expireTime, timeInForce=GTD expireTime=0",
        "quantity, quantity=x", "price, price=x", "stopPrice, stopPrice=x", "postOnly, timeInForce=IOC postOnly=true",
        "displayQuantity, displayQuantity=x", "selfTradePrevention, selfTradePrevention=x", "clientOrderId, clientOrderId=~"})
    void theFirstFaultInTheOrderOfTheFieldsIsNamed(String field, String broken) {
        String all = "symbol=- side=x type=x timeInForce=x expireTime=0 quantity=x price=x stopPrice=x postOnly=true displayQuantity=x"
                + " selfTradePrevention=x clientOrderId=~";
        String sound = "symbol=A side=BUY type=LIMIT timeInForce=GTC expireTime=- quantity=1 price=1 stopPrice=- postOnly=false"
                + " displayQuantity=- selfTradePrevention=- clientOrderId=-";
        StringBuilder terms = new StringBuilder();
        String[] faults = all.split(" ");
        String[] sounds = sound.split(" ");
        int first = 0;
        while (!faults[first].startsWith(field + "=")) {
            terms.append(sounds[first++]).append(' ');
        }
        for (int i = first + 1; i < faults.length; i++) {
            terms.append(faults[i]).append(' ');
        }
        assertThat(OrderChecks.form(form(terms + broken), NOW)).isInstanceOfSatisfying(
                Checked.Refused.class, refused -> assertThat(refused.fault().field()).isEqualTo(field));
    }

    @ParameterizedTest
    @CsvSource({
        "type=LIMIT price=1, GTC", "type=MARKET, IOC", "type=STOP_LOSS stopPrice=1, IOC", "type=TAKE_PROFIT stopPrice=1, IOC",
        "type=STOP_LOSS_LIMIT price=1 stopPrice=1, GTC", "type=TAKE_PROFIT_LIMIT price=1 stopPrice=1, GTC"})
    void theTimeInForceDependsOnTheTypeWhereItIsNotGiven(String terms, TimeInForce time) {
        assertThat(order(terms).timeInForce()).isEqualTo(time);
    }

    @Test
    void anOrderThatMayBeARepeatMayBeOverForAsLongAsItIsRemembered() {
        assertThat(order("type=LIMIT price=1 timeInForce=GTD expireTime=-86399999 clientOrderId=a").expireTimeMillis())
                .isEqualTo(NOW - 86_399_999);
    }

    @Test
    void everyTermIsKeptAsItWasGiven() {
        assertThat(order("type=STOP_LOSS_LIMIT price=1 stopPrice=2 quantity=3 timeInForce=GTD expireTime=5 displayQuantity=2"
                + " selfTradePrevention=EXPIRE_TAKER clientOrderId=c"))
                .isEqualTo(new OrderRequest("BTC-USD", Side.BUY, OrderType.STOP_LOSS_LIMIT, TimeInForce.GTD, NOW + 5, "3", null, "1", "2",
                        false, "2", SelfTradePrevention.EXPIRE_TAKER, "c"));
        assertThat(order("type=MARKET quantity=- quoteQuantity=7")).isEqualTo(new OrderRequest("BTC-USD", Side.BUY, OrderType.MARKET,
                TimeInForce.IOC, 0, null, "7", null, null, false, null, SelfTradePrevention.NONE, ""));
    }

    private static void assertFault(String terms, String code, String field) {
        assertThat(OrderChecks.form(form(terms), NOW)).as(terms).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            assertThat(refused.fault().field()).isEqualTo(field);
            assertThat(refused.fault().code().name()).isEqualTo(code);
        });
    }
}
