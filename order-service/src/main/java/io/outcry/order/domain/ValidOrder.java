// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/**
 * An order that fits the rules of its symbol. Prices are at the symbol's price scale, quantities at its quantity scale, the quote quantity
 * at the sum of both; zero is what the order does not have.
 */
public record ValidOrder(
        OrderRequest request, InstrumentRules rules, long price, long stopPrice, long quantity, long quoteQuantity, long displayQuantity) {}
