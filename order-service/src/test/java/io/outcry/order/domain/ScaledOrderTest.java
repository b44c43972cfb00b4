// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

import static io.outcry.order.domain.OrderForms.order;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaledOrderTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            # price,  stopPrice, quantity, displayQuantity, scale, price, stop,  scale, quantity, display
            10.001,   9.5,       1,        0.5,             3,     10001, 9500,  1,     10,       5
            10.5000,  9,         2.50,     1,               1,     105,   90,    1,     25,       10
            70,       70,        4,        4,               0,     70,    70,    0,     4,        4
            """)
    void numbersHaveAsManyDigitsAsTheyNeed(
            String price, String stopPrice, String quantity, String display, int priceScale, long priceThere, long stopThere,
            int quantityScale, long quantityThere, long displayThere) {
        OrderRequest order = order("type=STOP_LOSS_LIMIT price=" + price + " stopPrice=" + stopPrice + " quantity=" + quantity
                + " displayQuantity=" + display);
        assertThat(ScaledOrder.atOwnScales(order)).contains(
                new ScaledOrder(order, priceScale, quantityScale, priceThere, stopThere, quantityThere, 0, displayThere));
    }

    @Test
    void aBudgetHasItsDigitsInThePriceScale() {
        OrderRequest order = order("type=MARKET quantity=- quoteQuantity=10.25");
        assertThat(ScaledOrder.atOwnScales(order)).contains(new ScaledOrder(order, 2, 0, 0, 0, 0, 1_025, 0));
    }

    @ParameterizedTest
    @CsvSource({"0.000000000000000001, 1", "1, 0.000000000000000001"})
    void eighteenDigitsAfterThePointCanBeWritten(String price, String quantity) {
        assertThat(ScaledOrder.atOwnScales(order("type=LIMIT price=" + price + " quantity=" + quantity))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "99999999999999999999, 1", "1, 99999999999999999999", "0.0000000000000000001, 1", "1, 0.0000000000000000001",
        "9223372036854775808, 1", "1, 10.000000000000000001"
    })
    void whatTakesMoreDigitsOrBitsCannotBeWritten(String price, String quantity) {
        assertThat(ScaledOrder.atOwnScales(order("type=LIMIT price=" + price + " quantity=" + quantity))).isEmpty();
    }
}
