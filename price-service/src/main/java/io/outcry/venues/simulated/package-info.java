// SPDX-License-Identifier: Apache-2.0
/**
 * Venues that do not exist, for demonstrations and tests: one seeded market, and three servers that show it in the REST dialects of
 * Binance, Coinbase Exchange and Kraken, each with its own names, spreads, errors and gaps. It shares nothing with the price service but
 * the wire: what the clients think of a dialect is checked against what this package thinks of it.
 */
@NullMarked
package io.outcry.venues.simulated;

import org.jspecify.annotations.NullMarked;
