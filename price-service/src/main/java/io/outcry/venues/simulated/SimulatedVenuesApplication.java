// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated venues as a process of their own.
 *
 * <p>Arguments, all optional: {@code --host=127.0.0.1}, {@code --seed=1}, {@code --binance-port=8091}, {@code --coinbase-port=8092},
 * {@code --kraken-port=8093}, {@code --control-port=8090}, {@code --symbols=BTC-USD:60000.00,ETH-USD:3000.00} (names and start prices), or
 * {@code --symbols=10000} (so many invented ones).
 */
public final class SimulatedVenuesApplication {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedVenuesApplication.class);
    private static final int CONTROL_PORT = 8090;
    private static final String DEFAULT_SYMBOLS = "BTC-USD:60000.00,ETH-USD:3000.00,SOL-USD:150.00,XRP-USD:0.6000,DOGE-USD:0.12000,"
            + "ADA-USD:0.4500,AVAX-USD:30.00,LINK-USD:15.000,DOT-USD:6.0000,LTC-USD:80.00,BCH-USD:400.00,XLM-USD:0.11000";

    private SimulatedVenuesApplication() {}

    /**
     * Runs until the process is told to stop.
     *
     * @throws IllegalArgumentException for an argument that is not understood
     */
    public static void main(String[] args) throws InterruptedException {
        SimulatedVenues venues = SimulatedVenues.start(options(args));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop-venues").unstarted(venues::close));
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            LOG.atInfo().addKeyValue("venue", venue.key()).addKeyValue("url", venues.baseUrl(venue)).log("simulated venue started");
        }
        new CountDownLatch(1).await();
    }

    static SimulatedVenuesOptions options(String... args) {
        String host = "127.0.0.1";
        long seed = 1;
        int controlPort = CONTROL_PORT;
        String symbols = DEFAULT_SYMBOLS;
        Map<SimulatedVenue, Integer> ports = new EnumMap<>(SimulatedVenue.class);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            ports.put(venue, venue.usualPort());
        }
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = equals < 0 ? arg : arg.substring(0, equals);
            String value = equals < 0 ? "" : arg.substring(equals + 1);
            switch (name) {
                case "--host" -> host = value;
                case "--seed" -> seed = Long.parseLong(value);
                case "--symbols" -> symbols = value;
                case "--control-port" -> controlPort = Integer.parseInt(value);
                case "--binance-port" -> ports.put(SimulatedVenue.BINANCE, Integer.valueOf(value));
                case "--coinbase-port" -> ports.put(SimulatedVenue.COINBASE, Integer.valueOf(value));
                case "--kraken-port" -> ports.put(SimulatedVenue.KRAKEN, Integer.valueOf(value));
                default -> throw new IllegalArgumentException("not understood: " + arg);
            }
        }
        return new SimulatedVenuesOptions(host, ports, controlPort, seed, listings(symbols));
    }

    private static List<SimulatedListing> listings(String symbols) {
        if (symbols.matches("[0-9]{1,6}")) {
            return SimulatedListing.invented(Integer.parseInt(symbols));
        }
        List<SimulatedListing> listings = new ArrayList<>();
        for (String listing : symbols.split(",", -1)) {
            int colon = listing.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("a listing is SYMBOL:PRICE, not '" + listing + "'");
            }
            listings.add(SimulatedListing.everywhere(listing.substring(0, colon), listing.substring(colon + 1)));
        }
        return listings;
    }
}
