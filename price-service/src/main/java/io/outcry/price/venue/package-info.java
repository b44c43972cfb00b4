// SPDX-License-Identifier: Apache-2.0
/**
 * The venues: one class for each that knows its paths, its names for symbols and its JSON, and around every one of them the same guard
 * (bulkhead, circuit breaker, time limit), so that a venue which is dead, slow or talking nonsense costs nothing but its own vote.
 * Calls block, on virtual threads. Numbers are read as exact decimals.
 */
@NullMarked
package io.outcry.price.venue;

import org.jspecify.annotations.NullMarked;
