// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.PricedInstrument;
import java.util.List;

/** Takes prices to the log. */
@FunctionalInterface
public interface PricePublisher {

    /**
     * Publishes one price; prices of one symbol keep their order.
     *
     * @param replies what each venue said
     * @param whenDurable run once the log has acknowledged it, and never if it could not be written; must not block
     */
    void publish(PricedInstrument instrument, AggregatedPrice price, List<JudgedReply> replies, Runnable whenDurable);
}
