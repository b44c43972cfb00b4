// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import java.util.List;
import java.util.Optional;

/**
 * What the venues' replies amount to.
 *
 * @param price empty if they cannot be trusted; then nothing is published and the last price stands
 * @param withheld why there is no price; empty if there is one
 * @param replies one for each venue, in the order of their names
 * @param asked how many venues list the symbol, as far as is known
 * @param complete false if another round may bring more: a venue that lists the symbol could not be asked, or its quote not be converted
 * @param news what of it is wrong and was not known before: one answer that is looked at often is one fault
 */
public record Aggregation(
        Optional<AggregatedPrice> price,
        Optional<Withheld> withheld,
        List<JudgedReply> replies,
        int asked,
        boolean complete,
        List<JudgedReply> news) {

    /** Why a price is not published. */
    public enum Withheld {
        /** No venue lists the symbol: there is nobody to be trusted or not. */
        UNLISTED,
        /** No venue that lists it gave a quote that counts. */
        NO_QUOTES,
        /** Fewer than must agree for this symbol. */
        TOO_FEW_SOURCES,
        /** Only our own book is left of several venues: it would confirm itself. */
        OWN_BOOK_ALONE,
        /** No majority lies within ten percent of the price. */
        INCONSISTENT
    }

    public Aggregation {
        if (price.isPresent() == withheld.isPresent()) {
            throw new IllegalArgumentException("either a price or a reason to have none");
        }
        replies = List.copyOf(replies);
        news = List.copyOf(news);
    }
}
