// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.venues.simulated.SimulatedExchange;
import io.outcry.venues.simulated.VirtualSocket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one venue pushes about one symbol, on a virtual clock: the product's dialect and memory at a simulated venue's socket. */
final class PushedSymbol {

    private final PricedInstrument instrument;
    private final FeedDialect dialect;
    private final LatestQuotes quotes;
    private final VirtualSocket socket;
    private final Map<LatestQuotes.Fate, Integer> fates = new EnumMap<>(LatestQuotes.Fate.class);
    private int malformed;
    private long lastMessageMicros;

    PushedSymbol(PricedInstrument instrument, VenueDialect venue, SimulatedExchange exchange) {
        this.instrument = instrument;
        this.dialect = venue.feed().orElseThrow();
        this.quotes = new LatestQuotes(dialect);
        this.socket = new VirtualSocket(exchange, dialect.path());
        dialect.subscribe(List.of(instrument), 1).forEach(socket::say);
    }

    /** A quarter of a second is over. */
    void tick(long nowMicros) {
        for (byte[] message : socket.tick()) {
            try {
                dialect.read(VenueJson.read(message, "a message")).forEach(event -> apply(event, nowMicros));
                lastMessageMicros = nowMicros;
            } catch (VenueException e) {
                malformed++;
            }
        }
    }

    private void apply(FeedEvent event, long nowMicros) {
        switch (event) {
            case FeedEvent.Ticker ticker -> fates.merge(quotes.ticker(instrument, ticker, nowMicros), 1, Integer::sum);
            case FeedEvent.SymbolAlive alive -> fates.merge(quotes.alive(instrument, alive, nowMicros), 1, Integer::sum);
            default -> {}
        }
    }

    /** What needs no call. */
    Optional<Quote> certain(long nowMicros) {
        boolean alive = nowMicros - lastMessageMicros <= 1_000 * dialect.limits().silence().toMillis();
        return alive ? quotes.certain(instrument, 0, lastMessageMicros, nowMicros) : Optional.empty();
    }

    int count(LatestQuotes.Fate fate) {
        return fates.getOrDefault(fate, 0);
    }

    int malformed() {
        return malformed;
    }
}
