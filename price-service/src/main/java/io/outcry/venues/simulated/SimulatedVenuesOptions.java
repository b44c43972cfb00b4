// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.List;
import java.util.Map;

/**
 * What is simulated, and where.
 *
 * @param host the address to listen on
 * @param ports by venue; 0, or no entry, takes a free one
 * @param controlPort of the control interface; 0 takes a free one
 * @param seed the same seed, listings and times give the same prices
 */
public record SimulatedVenuesOptions(
        String host, Map<SimulatedVenue, Integer> ports, int controlPort, long seed, List<SimulatedListing> listings) {

    public SimulatedVenuesOptions {
        ports = Map.copyOf(ports);
        listings = List.copyOf(listings);
        if (listings.stream().map(SimulatedListing::symbol).distinct().count() != listings.size()) {
            throw new IllegalArgumentException("a symbol is listed twice");
        }
    }

    /** All venues on free loopback ports. */
    public static SimulatedVenuesOptions onFreePorts(long seed, List<SimulatedListing> listings) {
        return new SimulatedVenuesOptions("127.0.0.1", Map.of(), 0, seed, listings);
    }
}
