// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated venues, running: REST and sockets of each on one port, and a port to control them all. Each can be stopped, started and
 * broken on its own while the market goes on. One thread serves everything.
 */
public final class SimulatedVenues implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedVenues.class);

    private final String host;
    private final EventLoopGroup loop =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("simulated-venue", true), NioIoHandler.newFactory());
    private final Map<SimulatedVenue, SimulatedExchange> exchanges = new EnumMap<>(SimulatedVenue.class);
    private final Map<SimulatedVenue, VenueServer> servers = new EnumMap<>(SimulatedVenue.class);
    private final VenueServer control;

    private SimulatedVenues(SimulatedVenuesOptions options, InstantSource clock) {
        this.host = options.host();
        SimulatedMarket market = new SimulatedMarket(options.seed(), options.listings(), clock);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            SimulatedExchange exchange = new SimulatedExchange(venue, market, clock);
            exchanges.put(venue, exchange);
            servers.put(venue, new VenueServer(
                    host, options.ports().getOrDefault(venue, 0), loop, () -> new RestConnection(exchange)));
        }
        this.control = new VenueServer(host, options.controlPort(), loop, () -> new ControlConnection(this));
    }

    /**
     * Starts all venues and returns when they serve.
     *
     * @throws IllegalStateException if a port is taken
     */
    public static SimulatedVenues start(SimulatedVenuesOptions options) {
        return start(options, InstantSource.system());
    }

    /** The same with a clock of the caller's; only the pace of messages on sockets stays that of the real one. */
    public static SimulatedVenues start(SimulatedVenuesOptions options, InstantSource clock) {
        SimulatedVenues venues = new SimulatedVenues(options, clock);
        try {
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                venues.start(venue);
            }
            venues.control.start();
            LOG.atInfo().addKeyValue("control", venues.controlUrl()).log("simulated venues started");
            return venues;
        } catch (RuntimeException e) {
            venues.close();
            throw new IllegalStateException("the simulated venues cannot start: " + e.getMessage(), e);
        }
    }

    /**
     * Starts a venue that was stopped, on the port it had. Does nothing to one that runs.
     *
     * @throws IllegalStateException if the port is taken
     */
    public void start(SimulatedVenue venue) {
        find(servers, venue).start();
    }

    /** Stops a venue: connections are refused, open ones are cut. Does nothing to one that is stopped. */
    public void stop(SimulatedVenue venue) {
        find(servers, venue).stop();
    }

    boolean isRunning(SimulatedVenue venue) {
        return find(servers, venue).isRunning();
    }

    public int port(SimulatedVenue venue) {
        return find(servers, venue).port();
    }

    /** Where the venue's REST interface is, without a slash at its end. */
    public String baseUrl(SimulatedVenue venue) {
        return "http://" + host + ":" + port(venue);
    }

    /** Where the venue's sockets are, without a slash at its end. */
    public String socketUrl(SimulatedVenue venue) {
        return "ws://" + host + ":" + port(venue);
    }

    /** Where the control interface is, without a slash at its end. */
    public String controlUrl() {
        return "http://" + host + ":" + control.port();
    }

    /** How many requests over REST the venue has had since it was created. */
    public long requests(SimulatedVenue venue) {
        return traffic(venue).requests();
    }

    /** Everything the venue counted since it was created. */
    public VenueTraffic traffic(SimulatedVenue venue) {
        return find(exchanges, venue).traffic();
    }

    /** What is wrong with the venue; to be set and cleared. */
    public VenueFaults faults(SimulatedVenue venue) {
        return find(exchanges, venue).faults();
    }

    /** Stops all venues for good. */
    @Override
    public void close() {
        servers.values().forEach(VenueServer::close);
        control.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static <T> T find(Map<SimulatedVenue, T> byVenue, SimulatedVenue venue) {
        T found = byVenue.get(venue);
        if (found == null) {
            throw new IllegalArgumentException("not simulated: " + venue);
        }
        return found;
    }
}
