// SPDX-License-Identifier: Apache-2.0
/**
 * The venues. A {@code VenueDialect} is one venue's paths, names, numbers and limits, a {@code FeedDialect} the same for its socket: pure
 * classes, all there is to write for a new venue. Around every one of them is the same guard, so that a venue which is dead, slow or
 * talking nonsense costs nothing but its own vote:
 *
 * <ul>
 *   <li>{@code GuardedVenue}: a reply for every symbol in time; from the socket where that is certain, by a call where it is not;
 *   <li>{@code RestCalls}, {@code Boarding}, {@code TokenBucket}: few and full calls, shared by all who ask, paid from the venue's budget,
 *       behind bulkhead, breaker and time limit;
 *   <li>{@code VenueFeed}, {@code FeedConnection}, {@code LatestQuotes}: sockets kept open, subscriptions, and what of it can be relied on;
 *   <li>{@code VenueHttp}, {@code VenueJson}, {@code FeedSocket}: everything that comes in is bounded before it is read.
 * </ul>
 *
 * <p>Calls block, on virtual threads. Numbers are read as exact decimals. Nothing here judges a price.
 */
@NullMarked
package io.outcry.price.venue;

import org.jspecify.annotations.NullMarked;
