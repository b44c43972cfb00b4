// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;

/** Hears what venues say by themselves. */
@FunctionalInterface
public interface PushListener {

    /**
     * A venue sent a new quote over its socket. Called on the thread that reads the socket: whatever takes long here makes the venue wait.
     *
     * @param venue its name
     * @param instrument as it was subscribed to
     */
    void pushed(String venue, PricedInstrument instrument, Quote quote);
}
