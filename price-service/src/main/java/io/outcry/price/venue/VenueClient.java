// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Calls one venue. Keeps no limits itself: the {@link GuardedVenue} around it does. */
public interface VenueClient extends AutoCloseable {

    /** The venue's name in metrics, configuration and explanations, in lower case. */
    String name();

    /** How many symbols one call can carry. */
    int symbolsPerCall();

    /** What a call costs of the budget. */
    default int weight(List<PricedInstrument> instruments) {
        return 1;
    }

    /** The budget that every call is paid from; empty for a venue without limits. */
    default Optional<TokenBucket> bucket() {
        return Optional.empty();
    }

    /** Whether the venue could trade it at all; one that it could not is never asked for. */
    default boolean couldList(PricedInstrument instrument) {
        return true;
    }

    /** Asks what the venue trades; empty if there is no way to ask. Made and paid for like any call. */
    default Optional<Predicate<PricedInstrument>> listing() throws IOException, InterruptedException {
        return Optional.empty();
    }

    /** What {@link #listing} costs of the budget; 0 if there is no way to ask. */
    default int listingWeight() {
        return 0;
    }

    /** Where it pushes, and how; empty if it is only asked. */
    default Optional<FeedAddress> feed() {
        return Optional.empty();
    }

    /**
     * One call to the venue, made on the calling thread.
     *
     * @param instruments at least one, at most {@link #symbolsPerCall}
     * @throws ThrottledException if the venue wants to be left alone for a while
     * @throws IOException if there was no answer, or one that says that the venue cannot answer now
     * @throws InterruptedException if the caller gave up; the call is cut
     */
    VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException;

    /** Cuts every call and frees the connections. */
    @Override
    void close();
}
