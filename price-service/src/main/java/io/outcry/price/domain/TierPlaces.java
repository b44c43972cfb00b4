// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * How many symbols may be in the quicker tiers, for what the venues' limits allow; all others are cold. Indices are not counted.
 *
 * @param hot places in the hot tier, at least 1
 * @param medium places in the medium tier, at least 1
 */
public record TierPlaces(int hot, int medium) {

    public TierPlaces {
        if (hot < 1 || medium < 1) {
            throw new IllegalArgumentException("at least one place in a tier, not " + hot + " and " + medium);
        }
    }

    /** The places of an instance that has {@code own} of {@code all} partitions, rounded up. */
    public TierPlaces share(int own, int all) {
        return new TierPlaces(Math.max(1, Math.ceilDiv(hot * own, all)), Math.max(1, Math.ceilDiv(medium * own, all)));
    }
}
