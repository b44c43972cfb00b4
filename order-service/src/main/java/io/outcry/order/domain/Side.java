// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** Which way an order trades. */
public enum Side {
    BUY,
    SELL
}
