// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How one venue is subscribed to over a socket, and what its messages mean. Pure, like the {@link VenueDialect} it belongs to. */
public interface FeedDialect {

    /** From the slash on; follows the configured host. */
    String path();

    /** The venue's limits on sockets, less a margin. */
    FeedLimits limits();

    /** Whether it is worth a subscription. What is not is asked for over REST. */
    boolean carries(PricedInstrument instrument);

    /** The venue's name of it on sockets. */
    String venueSymbol(PricedInstrument instrument);

    /** The asset that it is priced in there. */
    String currency(PricedInstrument instrument);

    /** Messages that subscribe to all of the instruments. */
    List<String> subscribe(List<PricedInstrument> instruments, long id);

    /** Messages that end the subscriptions. */
    List<String> unsubscribe(List<PricedInstrument> instruments, long id);

    /**
     * What a message says; nothing where it says nothing of interest.
     *
     * @throws VenueException if it cannot be understood although it should be
     */
    List<FeedEvent> read(JsonNode message) throws VenueException;

    /**
     * What a venue permits on sockets, and what can be expected of them.
     *
     * @param connections at most
     * @param symbolsPerConnection at most
     * @param symbolsPerMessage in one subscription
     * @param betweenMessages of ours, on one connection
     * @param silence a connection on which nothing comes for so long is dead
     * @param heartbeatIsForAll whether any message proves that every quote on its connection still holds, for a minute
     */
    record FeedLimits(
            int connections,
            int symbolsPerConnection,
            int symbolsPerMessage,
            Duration betweenMessages,
            Duration silence,
            boolean heartbeatIsForAll) {}
}
