// SPDX-License-Identifier: Apache-2.0
/**
 * Venues that do not exist, for demonstrations and tests: one seeded market, and three servers that show it in the dialects of Binance,
 * Coinbase Exchange and Kraken, over REST and on sockets, each with its own names, spreads, errors, limits and gaps. It shares nothing with
 * the price service but the wire: what the clients think of a dialect is checked against what this package thinks of it.
 *
 * <ul>
 *   <li>{@code SimulatedMarket}, {@code PriceProcess}: prices as functions of seed and time, so ten thousand symbols hold no state;
 *   <li>{@code VenueView}, {@code VenueFaults}, {@code InjectedFault}: the market as one venue shows it, and what is wrong with that;
 *   <li>{@code SimulatedDialect}, {@code FeedSession}: how a venue spells it; no I/O;
 *   <li>{@code RateLimit}, {@code VenueRules}: what a venue permits, enforced under any clock;
 *   <li>{@code SimulatedExchange}: all of that without a network; {@code VenueServer} and its connections add one.
 * </ul>
 */
@NullMarked
package io.outcry.venues.simulated;

import org.jspecify.annotations.NullMarked;
