// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How one venue is asked and what its answers mean: all there is to write for a new venue. Pure: no connections, no clock, no state.
 *
 * <p>The guard around it keeps the budget, cuts what hangs, bounds what is read and leaves a dead venue alone; see {@code docs/prices.md}.
 */
public interface VenueDialect {

    /** The venue's name in metrics, configuration and explanations, in lower case. */
    String name();

    /** What the venue permits one address, less what is left for others there and for chance. */
    Budget budget();

    /** How many symbols one call can carry. */
    int symbolsPerCall();

    /** Whether the venue could trade it at all; one that it could not is never asked for. */
    default boolean couldList(PricedInstrument instrument) {
        return true;
    }

    /**
     * The call that asks for all of the instruments.
     *
     * @param instruments at least one, at most {@link #symbolsPerCall}
     */
    RestCall call(List<PricedInstrument> instruments);

    /**
     * Reads the answer to {@link #call}. A ticker that cannot be read spoils its own symbol only.
     *
     * @param arrivedMicros when it arrived
     * @throws VenueException if it is not an answer to the question at all
     */
    VenueAnswer read(HttpAnswer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException;

    /**
     * The call that lists all that the venue trades. A venue without one is asked for what it may not have, and says so each time.
     */
    default Optional<RestCall> listing() {
        return Optional.empty();
    }

    /** The names in the answer to {@link #listing}, as {@link #isIn} knows them. */
    default Set<String> readListing(HttpAnswer answer) throws VenueException {
        return Set.of();
    }

    /** Whether the instrument is among the names of a listing. */
    default boolean isIn(Set<String> listing, PricedInstrument instrument) {
        return true;
    }

    /** How the venue pushes tickers over a socket; empty if it is only asked. */
    default Optional<FeedDialect> feed() {
        return Optional.empty();
    }
}
