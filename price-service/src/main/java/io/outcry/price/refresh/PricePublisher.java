// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Publication;

/** Takes prices to the log. */
@FunctionalInterface
public interface PricePublisher {

    /**
     * One price on its way to the log.
     *
     * @param price what was aggregated
     * @param aggregation what each venue said
     * @param cause why it is published
     * @param nowMicros when it is published
     */
    record Update(
            PricedInstrument instrument, AggregatedPrice price, Aggregation aggregation, Publication.Cause cause, long nowMicros) {}

    /**
     * Publishes one price; prices of one symbol keep their order.
     *
     * @param whenDurable run once the log has acknowledged it, and never if it could not be written; must not block
     */
    void publish(Update update, Runnable whenDurable);
}
