// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.List;
import java.util.Optional;

/**
 * What the venues' replies amount to.
 *
 * @param price empty if they cannot be trusted; then nothing is published and the last price stands
 * @param replies one for each venue, in the order of their names
 */
public record Aggregation(Optional<AggregatedPrice> price, List<JudgedReply> replies) {

    public Aggregation {
        replies = List.copyOf(replies);
    }
}
