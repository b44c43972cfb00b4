// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What happens instead of a trade between two orders of one account; the taker's choice decides. */
public enum SelfTradePrevention {
    /** They trade. */
    NONE,
    /** The taker's remainder ends. */
    EXPIRE_TAKER,
    /** The resting order ends, the taker goes on. */
    EXPIRE_MAKER,
    /** Both end. */
    EXPIRE_BOTH,
    /** Both lose the smaller one's quantity; whichever has none left ends. */
    DECREMENT
}
