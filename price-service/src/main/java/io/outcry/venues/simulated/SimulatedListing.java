// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A symbol that venues trade.
 *
 * @param symbol base and quote asset with a hyphen between, such as BTC-USD
 * @param startPrice what it costs when the market starts, and stays within a tenth of; its fraction digits are the venues' tick
 * @param venues who lists it
 */
public record SimulatedListing(String symbol, BigDecimal startPrice, Set<SimulatedVenue> venues) {

    public SimulatedListing {
        if (!symbol.matches("[A-Z0-9]{1,16}-[A-Z0-9]{1,16}")) {
            throw new IllegalArgumentException("a symbol is BASE-QUOTE, not '" + symbol + "'");
        }
        // At least a thousand ticks, or a spread would be a large part of the price.
        if (startPrice.signum() <= 0 || startPrice.scale() < 0 || startPrice.scale() > 8 || startPrice.precision() < 4) {
            throw new IllegalArgumentException(
                    symbol + ": a start price has at least 4 digits, at most 8 after the point, not " + startPrice);
        }
        venues = Set.copyOf(venues);
    }

    /** A symbol that all venues list. */
    public static SimulatedListing everywhere(String symbol, String startPrice) {
        return new SimulatedListing(symbol, new BigDecimal(startPrice), Set.of(SimulatedVenue.values()));
    }

    /** So many symbols that all venues list, COIN0-USD and on, at prices from 0.01 to 90,000. */
    public static List<SimulatedListing> invented(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SimulatedListing(
                        "COIN" + i + "-USD", BigDecimal.valueOf(100_000L + i % 9 * 100_000L, 1 + i % 7), Set.of(SimulatedVenue.values())))
                .toList();
    }

    String base() {
        return symbol.substring(0, symbol.indexOf('-'));
    }

    String quote() {
        return symbol.substring(symbol.indexOf('-') + 1);
    }
}
