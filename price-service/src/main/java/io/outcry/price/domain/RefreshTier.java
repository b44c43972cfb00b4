// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/** How often a symbol's price is asked for; the intervals belong to the {@link TierIntervals}. */
public enum RefreshTier {
    HOT, MEDIUM, COLD
}
