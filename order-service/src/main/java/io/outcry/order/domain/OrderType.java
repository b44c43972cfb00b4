// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** The order types that this version accepts. */
public enum OrderType {
    LIMIT,
    MARKET
}
