// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import reactor.netty.resources.LoopResources;

/** The simulated venues, running. Each can be stopped and started on its own while the market goes on. */
public final class SimulatedVenues implements AutoCloseable {

    private final String host;
    private final LoopResources loop = LoopResources.create("simulated-venue", 1, true);
    private final Map<SimulatedVenue, VenueServer> servers = new EnumMap<>(SimulatedVenue.class);

    private SimulatedVenues(SimulatedVenuesOptions options, InstantSource clock) {
        this.host = options.host();
        SimulatedMarket market = new SimulatedMarket(options.seed(), options.listings(), clock);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            VenueDialect dialect = switch (venue) {
                case BINANCE -> new BinanceDialect(market);
                case COINBASE -> new CoinbaseDialect(market);
                case KRAKEN -> new KrakenDialect(market);
            };
            servers.put(venue, new VenueServer(host, options.ports().getOrDefault(venue, 0), dialect, loop));
        }
    }

    /**
     * Starts all venues and returns when they serve.
     *
     * @throws IllegalStateException if a port is taken
     */
    public static SimulatedVenues start(SimulatedVenuesOptions options) {
        SimulatedVenues venues = new SimulatedVenues(options, InstantSource.system());
        try {
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                venues.start(venue);
            }
            return venues;
        } catch (RuntimeException e) {
            venues.close();
            throw new IllegalStateException("the simulated venues cannot start: " + e.getMessage(), e);
        }
    }

    /** Starts a venue that was stopped, on the port it had. Does nothing to one that runs. */
    public void start(SimulatedVenue venue) {
        server(venue).start();
    }

    /** Stops a venue: connections are refused, open ones are cut. Does nothing to one that is stopped. */
    public void stop(SimulatedVenue venue) {
        server(venue).stop();
    }

    public int port(SimulatedVenue venue) {
        return server(venue).port();
    }

    /** Where the venue's REST interface is, without a slash at its end. */
    public String baseUrl(SimulatedVenue venue) {
        return "http://" + host + ":" + port(venue);
    }

    /** How many requests the venue has had since it was created. */
    public long requests(SimulatedVenue venue) {
        return server(venue).requests();
    }

    /** Stops all venues for good. */
    @Override
    public void close() {
        servers.values().forEach(VenueServer::stop);
        loop.dispose();
    }

    private VenueServer server(SimulatedVenue venue) {
        VenueServer server = servers.get(venue);
        if (server == null) {
            throw new IllegalArgumentException("not simulated: " + venue);
        }
        return server;
    }
}
