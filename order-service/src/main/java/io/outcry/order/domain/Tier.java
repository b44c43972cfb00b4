// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** How often a symbol's aggregated price is refreshed. */
public enum Tier {
    HOT,
    MEDIUM,
    COLD
}
