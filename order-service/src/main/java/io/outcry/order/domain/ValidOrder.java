// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/**
 * An order that fits the rules of its symbol.
 *
 * @param price at the symbol's price scale; zero for a market order
 * @param quantity at the symbol's quantity scale
 */
public record ValidOrder(OrderRequest request, InstrumentRules rules, long price, long quantity) {}
