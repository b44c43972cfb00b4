// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import java.io.IOException;
import java.util.List;

/** Speaks one venue's dialect. Knows nothing of limits and breakers: its {@link GuardedVenue} does. */
public interface VenueClient extends AutoCloseable {

    /** The venue's name in metrics, configuration and explanations, in lower case. */
    String name();

    /** How many symbols one call can carry. */
    int symbolsPerCall();

    /**
     * One call to the venue, made on the calling thread.
     *
     * @param instruments at least one, at most {@link #symbolsPerCall}
     * @throws IOException if there was no answer, or one that says that the venue cannot answer now
     * @throws InterruptedException if the caller gave up; the call is cut
     */
    VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException;

    /** Cuts every call and frees the connections. */
    @Override
    void close();
}
