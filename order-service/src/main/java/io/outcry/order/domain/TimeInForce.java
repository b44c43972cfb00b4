// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** How long an order works: until cancelled, for this instant, or wholly at this instant or not at all. */
public enum TimeInForce {
    GTC,
    IOC,
    FOK
}
