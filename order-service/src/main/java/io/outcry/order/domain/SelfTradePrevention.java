// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** What happens instead of a trade between two orders of one account; the incoming order's choice. */
public enum SelfTradePrevention {
    NONE,
    EXPIRE_TAKER,
    EXPIRE_MAKER,
    EXPIRE_BOTH,
    DECREMENT
}
